import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ROOT } from "@/scripts/root";

const FOLDER = path.join(ROOT, "deploy/cluster");

/**
 * Replaces the placeholders of a template of deploy/cluster, so that the shipped configuration is
 * tested.
 * @param values by placeholder name, without the @ signs
 * @throws Error if a value is missing
 */
export function fillIn(template: string, values: Readonly<Record<string, string | number>>): string {
  return template.replace(/@([A-Z_]+)@/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`Nobody says what @${name}@ stands for`);
    return String(value);
  });
}

/** Writes a configuration with its placeholders replaced. @returns its path */
export function configure(file: string, to: string, values: Readonly<Record<string, string | number>>): string {
  // Removes the comments, because they contain placeholders for which `values` has no value.
  const lines = readFileSync(path.join(FOLDER, file), "utf8").split("\n");
  const template = lines.filter((line) => !/^\s*[#;]/.test(line)).join("\n");
  writeFileSync(to, fillIn(template, values), { mode: 0o644 });
  return to;
}
