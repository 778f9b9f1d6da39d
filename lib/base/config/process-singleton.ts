/**
 * Values that exist once per process. The server, pages and routes are bundled separately, and each
 * bundle has its own copy of a module and its variables; all bundles share `globalThis`.
 */
const values = ((globalThis as { cooperationSingletons?: Map<string, unknown> }).cooperationSingletons ??= new Map());

/** Returns the process-wide value with a name; the first call creates it. */
export function processSingleton<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}

/** Returns the process-wide value with a name, or undefined if it was not created yet. */
export const existingSingleton = <Value>(name: string): Value | undefined => values.get(name) as Value | undefined;

/** Replaces the process-wide value with a name; undefined removes it. */
export function setSingleton(name: string, value: unknown): void {
  if (value === undefined) values.delete(name);
  else values.set(name, value);
}
