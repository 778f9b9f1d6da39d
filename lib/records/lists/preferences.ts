import * as z from "zod/mini";
import { COLUMNS_MAX } from "../../limits";
import { COLUMN_WIDTHS } from "./column-widths";
import { columnNames } from "./columns";
import { RECORD_TABS } from "../kinds/record-tabs";
import { definitionOfPath } from "../kinds/registry";

/** Columns by the first word of their kind's API paths, in their order; null goes back to the shipped ones. */
const columns = z.record(z.string(), z.nullable(z.array(z.string()).check(z.maxLength(COLUMNS_MAX, { error: "max" }))));

/** How wide columns are, where not as usual, by the first word of their kind's API paths; null: all as usual. */
const widths = z.record(z.string(), z.nullable(z.record(z.string(), z.enum(COLUMN_WIDTHS))));

/** What somebody chose for the screens, as it is kept with the account. */
const keptSchema = z.object({
  record_tab: z.optional(z.enum(RECORD_TABS)),
  columns: z.optional(columns),
  widths: z.optional(widths),
});

export type Preferences = z.output<typeof keptSchema>;

const areKnown = (path: string, names: readonly string[]) => {
  const definition = definitionOfPath(path);
  const known = definition ? columnNames(definition) : [];
  return definition !== undefined && names.every((name) => known.includes(name));
};
const areKnownColumns = (chosen: z.output<typeof columns>) =>
  Object.entries(chosen).every(([path, names]) => areKnown(path, names ?? []));
const areOfKnownColumns = (chosen: z.output<typeof widths>) =>
  Object.entries(chosen).every(([path, told]) => areKnown(path, Object.keys(told ?? {})));

/** What somebody may choose; what is left out stays as it was, of `columns` and `widths` each kind by itself. */
export const preferencesSchema = z.strictObject({
  record_tab: z.optional(z.enum(RECORD_TABS)),
  columns: z.optional(columns.check(z.refine(areKnownColumns, { error: "unknown" }))),
  widths: z.optional(widths.check(z.refine(areOfKnownColumns, { error: "unknown" }))),
});

/** The preferences that a column holds; what a former version left there and is none any more counts as unset. */
export const readPreferences = (stored: unknown): Preferences => keptSchema.safeParse(stored).data ?? {};
