import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { parse, parseAllDocuments } from "yaml";
import { expect } from "vitest";

export const ROOT = path.join(import.meta.dirname, "../../..");
export const read = (file: string) => readFileSync(path.join(ROOT, file), "utf8");

/* eslint-disable @typescript-eslint/no-explicit-any -- third-party formats without schemas here */
export type Anything = any;

/** Parses every document of a YAML file. @throws when it is invalid YAML or has a duplicate key */
export const documentsOf = (file: string): Anything[] =>
  parseAllDocuments(read(file), { merge: true }).map((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    return document.toJS();
  });

/** Parses a Compose file with its YAML merge keys resolved. */
export const composeOf = (file: string): Anything => parse(read(file), { merge: true });

export const filesIn = (folder: string) => readdirSync(path.join(ROOT, folder));

export const VERSION = (JSON.parse(read("package.json")) as { version: string }).version;

/** The variables that the app, its start script or Compose reads. */
export const variables = new Set([...read(".env.example").matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name));

/** Number of seconds that running requests have to finish after SHUTDOWN_DELAY_SECONDS. */
export const LAST_REQUESTS_SECONDS = 10;

/** Returns the hosts of a connection URL, without ports. */
export const hostsOf = (address: string): string[] =>
  (/@([^@/]+)\//.exec(address)?.[1] ?? "").split(",").map((host) => host.replace(/:\d+$/, ""));

/** Collects the values of a property at any depth. */
export function valuesOf(name: string, within: unknown): unknown[] {
  if (typeof within !== "object" || within === null) return [];
  return Object.entries(within).flatMap(([key, value]) => [...(key === name ? [value] : []), ...valuesOf(name, value)]);
}

/**
 * An image reference whose tag has at least a major and a minor version; not `latest` and not only
 * a major version.
 */
export const PINNED = /^[\w./-]+:\d+\.\d[\w.-]*$/;
