import * as z from "zod/mini";
import { COLUMNS_MAX } from "../../limits";
import { COLUMN_WIDTHS } from "./column-widths";
import { columnNames } from "./columns";
import { RECORD_TABS } from "../kinds/define";
import { definitionOfPath } from "../kinds/registry";

/**
 * The chosen columns in order, by the first segment of their kind's API paths; null restores the
 * defaults.
 */
const columns = z.record(z.string(), z.nullable(z.array(z.string()).check(z.maxLength(COLUMNS_MAX, { error: "max" }))));

/**
 * The chosen column widths, by the first segment of their kind's API paths; null restores the
 * defaults.
 */
const widths = z.record(z.string(), z.nullable(z.record(z.string(), z.enum(COLUMN_WIDTHS))));

/** The display preferences stored with an account. */
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

/**
 * The body of a change of preferences. Omitted values stay unchanged; `columns` and `widths` are
 * merged by kind.
 */
export const preferencesSchema = z.strictObject({
  record_tab: z.optional(z.enum(RECORD_TABS)),
  columns: z.optional(columns.check(z.refine(areKnownColumns, { error: "unknown" }))),
  widths: z.optional(widths.check(z.refine(areOfKnownColumns, { error: "unknown" }))),
});

/**
 * Parses stored preferences; those of an earlier version that are no longer valid count as unset.
 */
export const readPreferences = (stored: unknown): Preferences => keptSchema.safeParse(stored).data ?? {};
