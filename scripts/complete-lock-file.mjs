#!/usr/bin/env node
// Completes package-lock.json where the registry did not know the packages of other platforms.
//
// A registry mirror may answer 404 for binaries of platforms for which they were never installed
// through it. npm then silently leaves them out of the lock file, and `npm ci` fails, both there and
// on those platforms, because the lock file does not match the dependencies of its packages.
//
// This script adds an entry for every missing optional dependency, and queries the registry for the
// checksums that entries lack: without a checksum, npm installs any content. Packages that a mirror
// does not know are reported; run the script again where the registry itself can be reached.
//
// Run `npm run lock:complete` after every npm install that changed the lock file, once npm has
// exited.
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const SYSTEMS = ["aix", "android", "darwin", "freebsd", "linux", "netbsd", "openbsd", "openharmony", "sunos", "win32"];
const PROCESSORS = [
  "arm",
  "arm64",
  "ia32",
  "loong64",
  "mips64el",
  "mipsel",
  "ppc64",
  "riscv64",
  "s390x",
  "wasm32",
  "x64",
];
/** Names that some packages use for a system or processor, with Node's name for it. */
const ALIASES = { windows: "win32", linuxmusl: "linux", armhf: "arm" };
/** Platforms of packages whose names do not contain them. */
const KNOWN = { fsevents: { os: ["darwin"] } };
const EXACT_VERSION = /^[\^~]?(\d+\.\d+\.\d+(?:-[\w.-]+)?)$/;

/**
 * Infers the platforms of a binary package from its name.
 * @param {string} name for example `@img/sharp-linux-x64`
 * @returns {{ os?: string[], cpu?: string[] }}
 */
export function platformsOf(name) {
  if (KNOWN[name]) return KNOWN[name];
  const words = name
    .slice(name.lastIndexOf("/") + 1)
    .split(/[-.]/)
    .map((word) => ALIASES[word] ?? word);
  const os = SYSTEMS.filter((system) => words.includes(system));
  const cpu = PROCESSORS.filter((processor) => words.includes(processor));
  return { ...(os.length > 0 && { os }), ...(cpu.length > 0 && { cpu }) };
}

/**
 * Returns whether Node.js resolves the package `name` from the folder `from`: in the folder's own
 * node_modules, or in those of a parent folder.
 */
function isLocked(packages, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("node_modules/") - 1))) {
    if (packages[`${folder ? `${folder}/` : ""}node_modules/${name}`]) return true;
    if (folder === "") return false;
  }
}

/**
 * Adds the optional packages that are missing in a lock file.
 * @param {{ packages: Record<string, object> }} lock a parsed package-lock.json; it is not changed
 * @returns {{ lock: { packages: Record<string, object> }, added: string[], unclear: string[] }}
 * `unclear` lists packages that must be checked by hand
 */
export function completeLock(lock) {
  const packages = { ...lock.packages };
  const added = [];
  const unclear = [];
  for (const [from, dependent] of Object.entries(lock.packages)) {
    for (const [name, range] of Object.entries(dependent.optionalDependencies ?? {})) {
      if (isLocked(packages, from, name)) continue;
      const version = EXACT_VERSION.exec(range)?.[1];
      const platforms = platformsOf(name);
      if (!version) {
        unclear.push(`${name}@${range}: no exact version`);
        continue;
      }
      if (!platforms.os && !platforms.cpu) unclear.push(`${name}@${range}: its name tells no platform`);
      packages[`node_modules/${name}`] = {
        version,
        ...(platforms.cpu && { cpu: platforms.cpu }),
        ...(dependent.dev && { dev: true }),
        optional: true,
        ...(platforms.os && { os: platforms.os }),
      };
      added.push(`${name}@${version}`);
    }
  }
  const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
  return { lock: { ...lock, packages: sorted }, added, unclear };
}

/** Returns the name of a package from its folder in the lock file. */
const nameOf = (folder) => folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);

/**
 * Adds missing checksums to the entries of a lock file.
 * @param {{ packages: Record<string, object> }} lock a parsed package-lock.json; it is not changed
 * @param {(name: string, version: string) => string | null} integrityOf queries the registry;
 * returns null for unknown packages
 * @returns {{ lock: { packages: Record<string, object> }, filled: string[], unknown: string[] }}
 */
export function fillIntegrity(lock, integrityOf) {
  const filled = [];
  const unknown = [];
  const packages = Object.entries(lock.packages).map(([folder, entry]) => {
    if (folder === "" || entry.link || entry.integrity) return [folder, entry];
    const name = entry.name ?? nameOf(folder);
    const integrity = integrityOf(name, entry.version);
    (integrity ? filled : unknown).push(`${name}@${entry.version}`);
    const { version, ...rest } = entry;
    return [folder, integrity ? { version, integrity, ...rest } : entry];
  });
  return { lock: { ...lock, packages: Object.fromEntries(packages) }, filled, unknown };
}

/** Returns the checksum of a package version as reported by `npm view`, or null. */
function integrityInRegistry(name, version) {
  try {
    const args = ["view", `${name}@${version}`, "dist.integrity", "--json"];
    const answer = execFileSync("npm", args, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const integrity = answer.trim() === "" ? null : JSON.parse(answer);
    return typeof integrity === "string" && integrity.startsWith("sha") ? integrity : null;
  } catch {
    return null;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const file = path.join(import.meta.dirname, "../package-lock.json");
  const { lock: complete, added, unclear } = completeLock(JSON.parse(readFileSync(file, "utf8")));
  const { lock, filled, unknown } = fillIntegrity(complete, integrityInRegistry);
  if (added.length + filled.length > 0) writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(added.length > 0 ? `Added ${added.length}: ${added.join(", ")}` : "The lock file has all packages.");
  if (filled.length > 0) console.log(`Filled in the checksums of ${filled.length}: ${filled.join(", ")}`);
  if (unknown.length > 0) console.warn(`No checksum, because the registry does not know: ${unknown.join(", ")}`);
  for (const line of unclear) console.warn(`Look at ${line}`);
}
