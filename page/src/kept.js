// What a browser keeps from one visit to the next: the files, and the colours.

import { isFine } from "./share.js";

const KEPT = "confty.files";

export function keep(state) {
  try {
    localStorage.setItem(KEPT, JSON.stringify(state));
  } catch {
    // A browser that keeps nothing: the files are in the page all the same.
  }
}

export function restored() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEPT));
    const names = Object.keys(kept?.files ?? {}).filter(isFine);
    return names.length ? { files: kept.files, active: names.includes(kept.active) ? kept.active : names[0] } : null;
  } catch {
    return null;
  }
}

export function theme(dark) {
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.getElementById("theme").setAttribute("aria-pressed", String(dark));
  try {
    localStorage.setItem("confty.theme", dark ? "dark" : "light");
  } catch {
    // As above.
  }
}
