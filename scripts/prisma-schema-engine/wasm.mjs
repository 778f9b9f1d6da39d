import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import * as bindings from "@prisma/schema-engine-wasm/schema_engine_bg";

let panicMessage;

// The engine's panic hook calls this global; without it a panic says only "unreachable".
globalThis.PRISMA_WASM_PANIC_REGISTRY = {
  set_message(message) {
    panicMessage = message;
  },
};

// Plain Node cannot import a .wasm file as a module, which is what the package's own entry does.
const bindingsPath = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
const binary = readFileSync(join(dirname(bindingsPath), "schema_engine_bg.wasm"));
const { instance } = await WebAssembly.instantiate(binary, { "./schema_engine_bg.js": bindings });
bindings.__wbg_set_wasm(instance.exports);
instance.exports.__wbindgen_start?.();

/** Prisma's engine, compiled to WebAssembly. */
export const SchemaEngine = bindings.SchemaEngine;

/** The commit the engine was built from. */
export function wasmVersion() {
  return bindings.version();
}

/** The reason of a panic in the engine, or undefined when the error is an ordinary one. */
export function panicReason(error) {
  return error instanceof WebAssembly.RuntimeError ? (panicMessage ?? error.message) : undefined;
}
