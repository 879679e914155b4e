// Where the `confty` program is: what the settings say, the project's own environment, the Python
// extension's choice, the search path.  Nothing here knows an editor, so that it can be tested.

import * as fs from "node:fs";
import * as path from "node:path";

export interface Surroundings {
  configured: string;
  folders: readonly string[];
  python?: string; // the interpreter that the Python extension has chosen
  environment: NodeJS.ProcessEnv;
  windows: boolean;
}

/** The folders of virtual environments that people keep beside their files. */
const ENVIRONMENTS = [".venv", "venv", "env", ".env"];

/** Every place where the program may be, the likeliest first. */
export function candidates(around: Surroundings): string[] {
  const bin = around.windows ? "Scripts" : "bin";
  const program = around.windows ? "confty.exe" : "confty";
  const found: string[] = [];
  if (around.configured) {
    // What somebody has set is the only place: a mistake in it must not go unnoticed.
    const base = around.folders[0] ?? "";
    return [path.isAbsolute(around.configured) || !/[\\/]/.test(around.configured)
      ? around.configured
      : path.join(base, around.configured)];
  }
  for (const folder of around.folders) {
    for (const name of ENVIRONMENTS) {
      found.push(path.join(folder, name, bin, program));
    }
  }
  if (around.python) {
    found.push(path.join(path.dirname(around.python), program));
  }
  if (around.environment.VIRTUAL_ENV) {
    found.push(path.join(around.environment.VIRTUAL_ENV, bin, program));
  }
  const listed = around.environment.PATH ?? around.environment.Path ?? "";
  for (const folder of listed.split(around.windows ? ";" : ":")) {
    if (folder) {
      found.push(path.join(folder, program));
    }
  }
  return found;
}

/** The program, or nothing where there is none. */
export function find(
  around: Surroundings,
  exists: (name: string) => boolean = isFile,
): string | undefined {
  const places = candidates(around);
  if (around.configured && !/[\\/]/.test(around.configured)) {
    // A bare name is looked for by whoever starts it.
    return around.configured;
  }
  return places.find(exists);
}

function isFile(name: string): boolean {
  try {
    return fs.statSync(name).isFile();
  } catch {
    return false;
  }
}

/** What to tell somebody who does not have the program. */
export const MISSING =
  "confty was not found. Install it into the project's environment with: " +
  "pip install 'confty[server]' — or say where it is in the setting confty.path.";
