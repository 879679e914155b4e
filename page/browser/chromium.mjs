// A Chromium to drive: the system's where there is one, else the one that a package brings along.

import fs from "node:fs";
import { chromium } from "playwright-core";

const SYSTEM = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const QUIET = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync",
];

async function executable() {
  const found = process.env.CONFTY_CHROMIUM ?? SYSTEM.find((path) => fs.existsSync(path));
  if (found) return found;
  const packaged = (await import("@sparticuz/chromium")).default;
  return packaged.executablePath();
}

export async function launched(options = {}) {
  return chromium.launch({ executablePath: await executable(), args: QUIET, headless: true, ...options });
}

export async function persistent(folder, options = {}) {
  return chromium.launchPersistentContext(folder, { executablePath: await executable(), args: QUIET, headless: true, ...options });
}
