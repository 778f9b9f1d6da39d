/**
 * Values that exist once per process. Next bundles startup, pages and routes separately, so that a
 * module and its variables exist several times; `globalThis` exists once.
 */
const values = ((globalThis as { cooperationSingletons?: Map<string, unknown> }).cooperationSingletons ??= new Map());

/** Returns the process-wide value of a name, creating it at the first call. */
export function processSingleton<Value>(name: string, create: () => Value): Value {
  if (!values.has(name)) values.set(name, create());
  return values.get(name) as Value;
}

/** Returns the value of a name, or undefined if there is none. */
export const existingSingleton = <Value>(name: string): Value | undefined => values.get(name) as Value | undefined;

/** Replaces the value of a name; undefined removes it. */
export function setSingleton(name: string, value: unknown): void {
  if (value === undefined) values.delete(name);
  else values.set(name, value);
}
