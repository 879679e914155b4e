// What the page begins with: the editor at once, Python behind it, the service worker last.

import { theme } from "./kept.js";
import { Page } from "./page.js";

const parts = JSON.parse(document.body.dataset.parts);
parts.base = new URL(".", location.href).href;
for (const name of ["worker", "module"]) parts[name] = new URL(parts[name], parts.base).href;

function wanted() {
  try {
    const kept = localStorage.getItem("confty.theme");
    if (kept) return kept === "dark";
  } catch {
    // A browser that keeps nothing.
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

theme(wanted());
const page = new Page(parts);
page.begin();

const form = document.querySelector("#naming form");
form.addEventListener("keydown", (event) => {
  if (event.key !== "Enter" || event.target.id !== "name") return;
  event.preventDefault();
  document.getElementById("naming").close("add");
});

if ("serviceWorker" in navigator) navigator.serviceWorker.register("sw.js").catch(() => {});
