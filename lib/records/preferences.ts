import * as z from "zod/mini";

/** The tabs that a record can open with: the specification's first one, or the overview. */
export const RECORD_TABS = ["base_data", "overview"] as const;

/** What somebody chose for the screens, kept with the account; what is left out stays as it was. */
export const preferencesSchema = z.strictObject({
  record_tab: z.optional(z.enum(RECORD_TABS, { error: "type" })),
});

export type Preferences = z.output<typeof preferencesSchema>;

/** The preferences that a column holds; what a former version left there and is none any more counts as unset. */
export const readPreferences = (stored: unknown): Preferences => preferencesSchema.safeParse(stored).data ?? {};
