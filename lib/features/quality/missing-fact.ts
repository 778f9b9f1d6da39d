import type { MessageName } from "@/lib/model/messages/i18n";

/**
 * A fact that a record should have, but does not: its name in `quality.missing` of messages/*.json, and
 * the tab of the record's page where it is filled, by its name in the URL. `field` is the field of the
 * form, if the tab is the form.
 */
export type MissingFact = { name: MessageName<"quality.missing">; tab: string; field?: string };
