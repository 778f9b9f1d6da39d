/**
 * Returns a value that must not be missing.
 * @param name the value's name in the error
 * @throws Error when it is missing: that is a defect, which a default value would hide
 */
export function expectDefined<Value>(value: Value | null | undefined, name: string): Value {
  if (value === undefined || value === null) throw new Error(`Missing: ${name}`);
  return value;
}
