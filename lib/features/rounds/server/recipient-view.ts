import { createHash } from "node:crypto";
import type { ConfirmField, ConfirmRecord, ConfirmRound } from "../confirm-answers";
import type { Locale } from "@/lib/model/messages/i18n";
import { isHidden, type AnyDefinition, type AnyRow } from "@/lib/model/kinds/define";
import type { Field } from "@/lib/model/fields/field";
import { fieldKey } from "@/lib/model/kinds/field-keys";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { nameIn, offeredOptions, type EntryOptions } from "@/lib/model/reference-lists/reference-lists";
import { inLanguage, roundFieldsOf, type Successor } from "../round";
import { fillPlaceholders } from "../round-text";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { AppError } from "@/lib/base/errors/errors";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { recordWords } from "@/lib/store/records/record-words";
import { storedWithLinks } from "@/lib/store/records/stored-with-links";
import type { AskedRecord, RecipientRow } from "./confirm-sql";

/** The details of a recipient's latest answer about a record. */
export type GivenAnswer = {
  /** The proposed values, by field, and as texts. */
  changes: ReadonlyMap<string, { value: unknown; text: string }>;
  comment: string | null;
  successor: Successor | null;
};

/** What a recipient sees, as the page and the API show it. */
export type RecipientView = {
  locale: Locale;
  name: string;
  declined: boolean;
  /** The round with the records of this view. */
  round: Omit<ConfirmRound, "total" | "last_page">;
  /** By the ids of the records; records without an answer are left out. */
  givenAnswers?: ReadonlyMap<number, GivenAnswer>;
  /** The number of all records of the recipient. */
  count: number;
  hasAnswers: boolean;
  /** Digests of the shown values of the records that exist, by their ids. */
  digests: ReadonlyMap<number, string>;
  /** The ids of the records that exist and have no answer. */
  missing: readonly number[];
  page: number;
  pages: number;
  /** Returns the label, type and text of a value of a field; null if the round does not have the field. */
  describe: (name: string, value: unknown) => ConfirmField | null;
};

/** The records that a view is limited to. */
export type ViewPart = {
  /** The only records that are read. */
  only?: readonly number[];
  /** The number of a page of the overview, or the record that the page contains. */
  page?: number | { of: number };
};

/** The number of records on a page of the overview. */
const RECORDS_PER_PAGE = 100;

const onPage = <Item>(all: readonly Item[], page: number) =>
  all.slice((page - 1) * RECORDS_PER_PAGE, page * RECORDS_PER_PAGE);

const numberOfPages = (records: number) => Math.max(1, Math.ceil(records / RECORDS_PER_PAGE));

const DIGEST_LENGTH = 8;

/** Returns a short digest of a record's values in the fields of a round. */
export function digestOf(fields: readonly [string, Field][], values: AnyRow): string {
  const shownJson = JSON.stringify(fields.map(([name]) => values[name] ?? null));
  return createHash("sha256").update(shownJson).digest("base64url").slice(0, DIGEST_LENGTH);
}

/** The parts of a round and a recipient on which the recipient's page depends. */
export type AskedRecipient = Pick<
  RecipientRow,
  "name" | "state" | "titel_de" | "titel_en" | "kind" | "felder" | "text_de" | "text_en" | "faellig_am"
>;

/** The fields of a round that its kind still has, with their names. */
export const fieldsOfRound = (definition: AnyDefinition, felder: readonly string[]): [name: string, field: Field][] => {
  const known = new Set(roundFieldsOf(definition));
  return felder.flatMap((name): [string, Field][] => {
    const field = known.has(name) ? definition.fields[name] : undefined;
    return field ? [[name, field]] : [];
  });
};

/** Returns the definition of a round's kind. @throws AppError token_invalid for a kind that is gone */
export function definitionOfRound({ kind }: Pick<RecipientRow, "kind">): AnyDefinition {
  const definition = definitionOfPath(kind);
  if (!definition) throw new AppError("token_invalid");
  return definition;
}

/**
 * Reads the values of records by key, with the ids of the linked records that fields of the round
 * represent; records that are gone are left out.
 */
export async function findAskedValues(
  connection: Connection,
  definition: AnyDefinition,
  felder: readonly string[],
  ids: readonly number[],
): Promise<Map<number, AnyRow>> {
  const names = fieldsOfRound(definition, felder).map(([name]) => name);
  const stored = await storedWithLinks(connection, definition, ids, names);
  return new Map([...stored].map(([id, { values }]) => [id, values]));
}

/** Formats a day as in a sentence, such as `31. März 2027`. */
export const longDay = (day: string, locale: Locale): string =>
  new Intl.DateTimeFormat(locale === "de" ? "de-DE" : "en-GB", { dateStyle: "long", timeZone: "UTC" }).format(
    new Date(`${day}T00:00:00Z`),
  );

type FieldWriter = (values: AnyRow, name: string, field: Field) => ConfirmField;

function fieldWriter(definition: AnyDefinition, options: EntryOptions, locale: Locale): FieldWriter {
  const words = recordWords(locale);
  const names = { locale, nameOf: nameIn(options) };
  return (values, name, field) => {
    const value = values[name] ?? field.empty ?? null;
    return {
      name,
      label: words(fieldKey(definition.name, name)),
      // Managed fields have no control, but they are in no form either.
      type: field.control ?? "text",
      value,
      text: field.text(value, names),
    };
  };
}

/** Returns the entries that the fields can have, by field: the active ones, and those that records have already. */
function entriesOffered(fields: readonly [string, Field][], options: EntryOptions, records: readonly AnyRow[]) {
  const offered = fields.flatMap(([name, { reference, group }]) => {
    if (!reference) return [];
    const current = records.flatMap((record) => record[name] ?? []);
    const entries = offeredOptions(options[reference] ?? [], current, group);
    return [[name, entries.map(({ id, label }) => ({ id, label }))] as const];
  });
  return Object.fromEntries(offered);
}

/** Returns whether a field applies to a record, now or with another entry in one of the round's fields. */
const canHave = (fields: readonly [string, Field][], options: EntryOptions, record: AnyRow, field: Field): boolean =>
  !isHidden(field, record) ||
  fields.some(([name, { reference }]) =>
    (reference ? (options[reference] ?? []) : []).some(({ id }) => !isHidden(field, { ...record, [name]: id })),
  );

/** Returns the number of the page of the overview that a view shows; the first one if it does not exist. */
function pageOf(askedRecords: readonly AskedRecord[], pages: number, page: ViewPart["page"] = 1): number {
  if (typeof page === "number") return page <= pages ? page : 1;
  const at = askedRecords.findIndex(({ record_id }) => record_id === page.of);
  return at < 0 ? 1 : Math.floor(at / RECORDS_PER_PAGE) + 1;
}

/**
 * Returns what a recipient sees of the records, in the language of the context: nothing but the
 * round's fields, and the answers so far (contract §15).
 * @param part the part of the records to view; by default all
 * @throws AppError token_invalid for a kind that is gone
 */
export async function getRecipientView(
  context: Context,
  recipient: AskedRecipient,
  askedRecords: readonly AskedRecord[],
  part: ViewPart = {},
): Promise<RecipientView> {
  const { connection, locale } = context;
  const definition = definitionOfRound(recipient);
  const fields = fieldsOfRound(definition, recipient.felder);
  const lists = [...new Set(fields.flatMap(([, { reference }]) => reference ?? []))];
  const { only } = part;
  const read = only ? askedRecords.filter(({ record_id }) => only.includes(record_id)) : askedRecords;
  const ids = read.map(({ record_id }) => record_id);
  const [values, options] = await Promise.all([
    findAskedValues(connection, definition, recipient.felder, ids),
    findOptionsWithDeleted(context, lists),
  ]);
  const toField = fieldWriter(definition, options, locale);
  const givenAnswers = new Map<number, GivenAnswer>();
  const pages = numberOfPages(askedRecords.length);
  const page = pageOf(askedRecords, pages, part.page);
  const viewed = part.page === undefined ? read : onPage(read, page);
  const records = viewed.map(({ record_id: id, label, answer, changes, comment, successor }): ConfirmRecord => {
    const record = values.get(id);
    const kind = definition.apiPath;
    if (!record) return { kind, id, label, fields: [], answer, gone: true };
    const changed = fields.flatMap(([name, field]) => {
      if (!changes || !Object.hasOwn(changes, name)) return [];
      const { value, text } = toField(changes, name, field);
      return [[name, { value, text }] as const];
    });
    if (answer) givenAnswers.set(id, { changes: new Map(changed), comment, successor });
    const shownFields = fields
      .filter(([, field]) => canHave(fields, options, record, field))
      .map(([name, field]) => toField(record, name, field));
    return { kind, id, label: definition.label(record, locale), fields: shownFields, answer };
  });
  const { name, faellig_am, state } = recipient;
  const titel = inLanguage(recipient, "titel", locale);
  const text = fillPlaceholders(inLanguage(recipient, "text", locale), {
    name,
    titel,
    anzahl: String(askedRecords.length),
    faellig_am: longDay(faellig_am, locale),
  });
  const missing = read.filter(({ record_id, answer }) => answer === null && values.has(record_id));
  return {
    ...{ locale, name, declined: state === "declined", givenAnswers, page, pages },
    round: {
      ...{ titel, text, faellig_am, records },
      options: entriesOffered(fields, options, [...values.values()]),
    },
    count: askedRecords.length,
    hasAnswers: askedRecords.some(({ answer }) => answer !== null),
    digests: new Map([...values].map(([id, record]) => [id, digestOf(fields, record)])),
    missing: missing.map(({ record_id }) => record_id),
    describe: (name, value) => {
      const field = fields.find(([known]) => known === name);
      return field ? toField({ [name]: value }, ...field) : null;
    },
  };
}

/**
 * Returns a page of what a recipient is asked; pages after the last one have no records. Reads the records of
 * the page alone, which may be few of thousands.
 * @param page the number of the page, from 1
 * @throws AppError token_invalid for a kind that is gone
 */
export async function getConfirmPage(
  context: Context,
  recipient: AskedRecipient,
  askedRecords: readonly AskedRecord[],
  page: number,
): Promise<ConfirmRound> {
  const only = onPage(askedRecords, page).map(({ record_id }) => record_id);
  const { round } = await getRecipientView(context, recipient, askedRecords, { only });
  return { ...round, total: askedRecords.length, last_page: numberOfPages(askedRecords.length) };
}
