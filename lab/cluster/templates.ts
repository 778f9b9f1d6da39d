import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@/scripts/root";

const FOLDER = path.join(ROOT, "deploy/cluster");

/**
 * Fills in a configuration of deploy/cluster, so that what is tested is what is shipped.
 * @param values by the names that stand between @ signs
 * @throws where one is missing
 */
export function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody says what @${name}@ stands for`);
    return String(value);
  });
}

/** Writes a filled-in configuration. @returns where */
export function configure(file: string, to: string, values: Readonly<Record<string, string | number>>): string {
  // Comments explain the names themselves.
  const template = readFileSync(path.join(FOLDER, file), "utf8").replace(/^\s*[#;].*\n/gm, "");
  writeFileSync(to, fillIn(template, values), { mode: 0o644 });
  return to;
}
