/** A row of an answer before `serializeDates`: the named properties are dates. */
export type WithDates<Row, Names extends keyof Row> = {
  [Name in keyof Row]: Name extends Names ? Date | Exclude<Row[Name], string> : Row[Name];
};

type Serialized<Value> = Value extends Date ? string : Value;

/** Returns a row with its dates as ISO 8601 texts, as JSON has them. */
export function serializeDates<Row extends object>(row: Row) {
  const serialized = { ...row } as Record<string, unknown>;
  for (const [name, value] of Object.entries(serialized)) {
    if (value instanceof Date) serialized[name] = value.toISOString();
  }
  return serialized as { [Name in keyof Row]: Serialized<Row[Name]> };
}
