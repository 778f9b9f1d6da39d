import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";

let panicMessage;
// The engine calls this global before it panics; the error of the panic says only "unreachable".
globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => (panicMessage = message) };

// Node.js cannot import a .wasm file as a module, as the package's own entry does.
const folder = path.dirname(createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg"));
const binary = readFileSync(path.join(folder, "schema_engine_bg.wasm"));
const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

/** Prisma's schema engine, compiled to WebAssembly. */
export const SchemaEngine = bindings.SchemaEngine;

/** Returns the commit from which the engine was built. */
export const wasmVersion = () => bindings.version();

/** Returns the reason if the error is a panic of the engine. */
export const panicReason = (error) =>
  error instanceof WebAssembly.RuntimeError ? (panicMessage ?? error.message) : undefined;
