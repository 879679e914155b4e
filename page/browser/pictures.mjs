// Pictures of the page: node pictures.mjs URL FOLDER.

import fs from "node:fs";
import path from "node:path";
import { launched } from "./chromium.mjs";

const [url, folder] = process.argv.slice(2);
const browser = await launched();
const page = await (await browser.newContext({ viewport: { width: 1200, height: 640 }, colorScheme: "light" })).newPage();
const wait = (id, text) =>
  page.waitForFunction(([id, text]) => document.getElementById(id).textContent.includes(text), [id, text], { timeout: 60_000 });

await page.goto(url);
await wait("status", "ready");
await page.selectOption("#example", { label: "A record from RCL, used in Jsonnet" });
await wait("output", "ada@example.com");
await wait("status", "ready");
await page.mouse.move(600, 5);
await page.screenshot({ path: path.join(folder, "playground.png") });

// The editor with a hover: over what comes from the other language.
const line = page.locator("#editor .cm-line", { hasText: "contacts: team.admins" });
const box = await line.boundingBox();
await page.mouse.move(box.x + 8.2 * 14, box.y + 8);
await page.waitForSelector(".cm-tooltip .about", { timeout: 20_000 });
const editor = await page.locator("#editor").boundingBox();
await page.screenshot({ path: path.join(folder, "hover.png"), clip: { ...editor, width: 860, height: 270 } });

await page.selectOption("#example", { label: "A PCL preview with its graph" });
await page.click("#tab-graph");
await page.waitForSelector("#graph svg g.node", { timeout: 60_000 });
const drawn = await page.evaluate(() => {
  const picture = document.querySelector("#graph svg").cloneNode(true);
  picture.removeAttribute("style");
  picture.setAttribute("width", Math.round(picture.viewBox.baseVal.width * 1.2));
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = "text { fill: #1d2033 } polygon, path, ellipse { stroke: #5b6078 } .edge polygon { fill: #5b6078 }";
  picture.prepend(style);
  return new XMLSerializer().serializeToString(picture);
});
fs.writeFileSync(path.join(folder, "graph.svg"), `${drawn}\n`);
await browser.close();
