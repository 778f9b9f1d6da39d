import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { expect } from "vitest";

export const ROOT = path.join(import.meta.dirname, "../../..");
export const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/* eslint-disable @typescript-eslint/no-explicit-any -- what is read here is others' formats, whose schemas are not at hand */
export type Anything = any;

/** Every document of a YAML file. @throws where it is no YAML, or has a key twice */
export const documentsOf = (file: string): Anything[] =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });

/** A file of Compose with its merges done. */
export const composeOf = (file: string): Anything => parse(read(file), { merge: true });

export const filesIn = (folder: string) => readdirSync(path.join(ROOT, folder));

export const VERSION = (JSON.parse(read("package.json")) as { version: string }).version;

/** Every variable that the app, its start or Compose knows. */
export const variables = new Set([...read(".env.example").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name));

/** Longest that running requests have after the wait of SHUTDOWN_DELAY_SECONDS. */
export const LAST_REQUESTS_SECONDS = 10;

/** Every host of an address, without ports. */
export const hostsOf = (address: string): string[] =>
  (/@([^/]+)\//.exec(address)?.[1] ?? "").split(",").map((host) => host.replace(/:\d+$/, ""));

/** Every value of that name, however deep. */
export function valuesOf(name: string, within: unknown): unknown[] {
  if (typeof within !== "object" || within === null) return [];
  return Object.entries(within).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}

/** An image under a version, and neither the newest nor any of a major one. */
export const PINNED = /^[\w./-]+:\d+\.\d+[\w.-]*$/;
