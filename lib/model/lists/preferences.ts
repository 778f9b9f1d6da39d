import * as z from "zod/mini";
import { COLUMNS_MAX } from "../limits";
import { COLUMN_WIDTHS } from "./column-widths";
import { columnNames } from "./columns";
import { RECORD_TABS } from "../kinds/define";
import { definitionOfPath } from "../kinds/registry";
import { listUpTo } from "../values/list-up-to";

/**
 * The chosen columns in display order, by kind (the first segment of its API paths); null restores
 * the defaults.
 */
const columns = z.record(z.string(), z.nullable(listUpTo(z.string(), COLUMNS_MAX)));

/**
 * The chosen column widths, by kind (the first segment of its API paths); null restores the
 * defaults.
 */
const widths = z.record(z.string(), z.nullable(z.record(z.string(), z.enum(COLUMN_WIDTHS))));

/** Schema of the interface preferences that are stored with an account. */
const storedSchema = z.object({
  record_tab: z.optional(z.enum(RECORD_TABS)),
  columns: z.optional(columns),
  widths: z.optional(widths),
  single_keys: z.optional(z.boolean()),
});

export type Preferences = z.output<typeof storedSchema>;

const areKnown = (path: string, names: readonly string[]) => {
  const definition = definitionOfPath(path);
  const known = definition ? columnNames(definition) : [];
  return definition !== undefined && names.every((name) => known.includes(name));
};
const areKnownColumns = (chosen: z.output<typeof columns>) =>
  Object.entries(chosen).every(([path, names]) => areKnown(path, names ?? []));
const areOfKnownColumns = (chosen: z.output<typeof widths>) =>
  Object.entries(chosen).every(([path, widthsByColumn]) => areKnown(path, Object.keys(widthsByColumn ?? {})));

/**
 * Schema of the request body that changes preferences. Omitted preferences stay unchanged; of
 * `columns` and `widths` only the given kinds are replaced.
 */
export const preferencesSchema = z.strictObject({
  record_tab: z.optional(z.enum(RECORD_TABS)),
  columns: z.optional(columns.check(z.refine(areKnownColumns, { error: "unknown" }))),
  widths: z.optional(widths.check(z.refine(areOfKnownColumns, { error: "unknown" }))),
  single_keys: z.optional(z.boolean()),
});

/** True if single-letter shortcuts are on, as they are unless the user has switched them off. */
export const hasSingleKeys = ({ single_keys = true }: Preferences): boolean => single_keys;

/**
 * Parses stored preferences. Preferences that an earlier version stored and that are no longer
 * valid are treated as unset.
 */
export const readPreferences = (stored: unknown): Preferences => storedSchema.safeParse(stored).data ?? {};
