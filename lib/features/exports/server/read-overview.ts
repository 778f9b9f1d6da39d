import type { Locale } from "@/lib/model/messages/i18n";
import { inOneLine } from "@/lib/model/fields/line-breaks";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { roleOptionsIn } from "@/lib/model/kinds/link-words";
import type { Fact, Overview } from "@/lib/model/answers/overview-answers";
import {
  factBesideHeading,
  highlightsAt,
  listsOfOverview,
  overviewOf,
  type FormatContext,
  type HighlightText,
} from "@/lib/model/overview/overview";
import { nameIn, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import type { Context } from "@/lib/store/database/transaction";
import { findOptions, findOverviewSections, findRecordForPage } from "@/lib/store/records/find-records";
import { recordWords } from "@/lib/store/records/record-words";

/**
 * Returns what is needed to render a record in a language: labels, and a lookup of entry names.
 * @param options the entries of the reference lists that the record uses
 */
export const formatContextIn = (locale: Locale, options: EntryOptions): FormatContext => ({
  locale,
  words: recordWords(locale),
  nameOf: nameIn(options),
  today: dayOf(new Date()),
  roles: roleOptionsIn(options),
});

/**
 * Builds a record's overview in the language of the context.
 * @param record the record with its link lists and aliases
 * @param options the entries of the reference lists that `listsOfOverview` returns
 */
export async function readOverview(
  context: Context,
  definition: AnyDefinition,
  { id, record }: { id: number; record: AnyRow },
  options: EntryOptions,
): Promise<Overview> {
  const sections = await findOverviewSections(context, definition, id);
  return overviewOf(definition, record, sections, formatContextIn(context.locale, options));
}

/**
 * The content of a printed overview: the kind, the record's name and the field beside it, its summary
 * lines and its overview.
 */
export type OverviewSheet = {
  kind: string;
  label: string;
  besideHeading: Fact[];
  highlights: HighlightText[];
  overview: Overview;
  formatContext: FormatContext;
};

/**
 * Builds the content of a printed overview in the language of the context. Returns null if the
 * record does not exist.
 */
export async function readOverviewSheet(
  context: Context,
  definition: AnyDefinition,
  id: number,
): Promise<OverviewSheet | null> {
  const [loaded, sections, options] = await Promise.all([
    findRecordForPage(context, definition, id),
    findOverviewSections(context, definition, id),
    findOptions(context, listsOfOverview(definition)),
  ]);
  if (!loaded) return null;
  const { locale } = context;
  const { data } = loaded;
  const formatContext = formatContextIn(locale, options);
  return {
    kind: formatContext.words(`${definition.name}.one`),
    label: inOneLine(definition.label(data, locale)),
    besideHeading: factBesideHeading(definition, data, formatContext),
    highlights: highlightsAt(definition, data, formatContext),
    overview: overviewOf(definition, data, sections, formatContext),
    formatContext,
  };
}
