// The documentation site: node site.mjs URL.  Snippets run, the link to the playground opens it with
// the example, and nothing asks another host.

import { launched } from "./chromium.mjs";

const [url] = process.argv.slice(2);
const browser = await launched();
const page = await (await browser.newContext()).newPage();
const complaints = [];
page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
page.on("pageerror", (error) => complaints.push(String(error)));
page.on("request", (request) => /^https?:/.test(request.url()) && !request.url().startsWith(url) && complaints.push(request.url()));

await page.goto(`${url}index.html`);
const snippet = page.locator('confty-snippet[file="deploy.jsonnet"]');
await snippet.locator(".confty-run").click();
await snippet.locator('.confty-output:has-text("ada@example.com")').waitFor({ timeout: 60_000 });
const wrong = page.locator('confty-snippet[file="service.jsonnet"]');
await wrong.locator(".confty-run").click();
await wrong.locator('.confty-problems:has-text("prot")').waitFor({ timeout: 60_000 });
await wrong.locator(".confty-problems button").click();
await wrong.locator('.confty-run:has-text("Run")').click();
await wrong.locator('.confty-output:has-text("8080")').waitFor({ timeout: 60_000 });
await page.goto(`${url}library/rcl.html`);
await page.locator('a:text("try")').first().click();
await page.waitForFunction(() => document.getElementById("status")?.textContent === "ready", null, { timeout: 60_000 });
await page.waitForFunction(() => document.getElementById("output").textContent.includes("true"), null, { timeout: 60_000 });
await browser.close();
if (complaints.length) {
  console.log(complaints.join("\n"));
  process.exit(1);
}
