/** The fields of a form: the values of each name, in the order of the form. */
export type FormFields = ReadonlyMap<string, readonly string[]>;

/**
 * Parses an urlencoded form.
 * @returns null if it has more values than `maxValues`
 */
export function parseForm(text: string, maxValues: number): FormFields | null {
  let count = 1;
  for (let at = text.indexOf("&"); at >= 0; at = text.indexOf("&", at + 1)) {
    count += 1;
    if (count > maxValues) return null;
  }
  const fields = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(text)) {
    const values = fields.get(name);
    if (values) values.push(value);
    else fields.set(name, [value]);
  }
  return fields;
}
