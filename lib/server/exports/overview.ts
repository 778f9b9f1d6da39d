import { createTranslator } from "next-intl";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import type { Locale } from "../../i18n";
import type { AnyDefinition, AnyRow } from "../../records/define";
import {
  glancesAt,
  listsOfOverview,
  overviewOf,
  type LinkedSection,
  type Overview,
  type Telling,
} from "../../records/overview";
import { nameIn, referenceOptions, type ReferenceEntry, type ReferenceListName } from "../../records/reference-lists";
import type { Context } from "../context";
import { findOverviewSections, findRecord, findReferenceLists } from "../find-records";

const messages = { de, en };

type Lists = Partial<Record<ReferenceListName, ReferenceEntry[]>>;

/** How a record is told in a language. @param lists the reference lists whose entries it names */
function tellingIn(locale: Locale, lists: Lists): Telling {
  const translate = createTranslator({ locale, messages: messages[locale], namespace: "records" });
  const options = Object.entries(lists).map(([name, entries]) => [
    name,
    referenceOptions(name as ReferenceListName, entries, locale),
  ]);
  return { locale, words: translate as unknown as Telling["words"], nameOf: nameIn(Object.fromEntries(options)) };
}

type Source = { sections: Record<string, LinkedSection>; lists: Lists };

async function sourceOf(context: Context, definition: AnyDefinition, id: number): Promise<Source> {
  const [sections, lists] = await Promise.all([
    findOverviewSections(context, definition, id),
    findReferenceLists(context, listsOfOverview(definition)),
  ]);
  return { sections, lists };
}

/** A record's overview in the language of the context. @param record the record with its link lists */
export async function tellOverview(
  context: Context,
  definition: AnyDefinition,
  id: number,
  record: AnyRow,
): Promise<Overview> {
  const { sections, lists } = await sourceOf(context, definition, id);
  return overviewOf(definition, record, sections, tellingIn(context.locale, lists));
}

/** A record as a sheet of paper shows it: what it is, its name, what it is at a glance, its overview, and of which day. */
export type OverviewSheet = {
  kind: string;
  label: string;
  note: string;
  glances: string[][];
  overview: Overview;
  telling: Telling;
};

/** A record's overview for a sheet of paper, in the language of the context; null where there is no such record. */
export async function tellOverviewSheet(
  context: Context,
  definition: AnyDefinition,
  id: number,
): Promise<OverviewSheet | null> {
  const [loaded, { sections, lists }] = await Promise.all([
    findRecord(context, definition, id),
    sourceOf(context, definition, id),
  ]);
  if (!loaded) return null;
  const { locale } = context;
  const { data } = loaded;
  const telling = tellingIn(locale, lists);
  return {
    kind: telling.words(`${definition.name}.one`),
    label: definition.label(data, locale),
    note: definition.headingNote ? String(data[definition.headingNote]) : "",
    glances: glancesAt(definition, data, telling).map(({ pieces }) => pieces),
    overview: overviewOf(definition, data, sections, telling),
    telling,
  };
}
