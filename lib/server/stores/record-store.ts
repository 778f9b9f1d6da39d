import type { Locale } from "../../i18n";
import type { AnyRow } from "../../records/define";
import type { Connection, Transaction } from "../db";
import { Prisma } from "../generated/prisma/client";

/** The values that a store reads: without the links that a form may replace, which are kept in tables of their own. */
export type StoredValues<Values> = Omit<Values, "themenfelder">;

/** What a kind's own store does; everything that the kinds have in common is written once, above it. */
export type RecordStore<Values> = {
  /** The SQL expression behind each field that lists sort by; the record's table is called `r`. */
  sort: Record<string, Prisma.Sql>;
  /** The record's label and the texts that typeahead looks into. */
  label: (locale: Locale) => Prisma.Sql;
  /** A quieter second line of a hit that tells namesakes apart. */
  detail: (locale: Locale) => Prisma.Sql;
  searched: Prisma.Sql;
  /** The rows with these keys, in any order. */
  rows: (connection: Connection, ids: number[]) => Promise<AnyRow[]>;
  /** A record's stored values, or null when there is no such record. */
  values: (connection: Connection, id: number) => Promise<StoredValues<Values> | null>;
  create: (transaction: Transaction, values: Values) => Promise<number>;
  update: (transaction: Transaction, id: number, values: Values) => Promise<void>;
  /** Deletes a record and tells whether it was there. */
  remove: (connection: Connection, id: number) => Promise<boolean>;
};

/** A name from our own declarations as SQL. Never for anything that came over the wire. */
export const identifier = (name: string) => {
  if (!/^[a-z_]+$/.test(name)) throw new Error(`Not a name of ours: ${name}`);
  return Prisma.raw(`"${name}"`);
};

/** `YYYY-MM-DD` of a stored day. */
export const dayText = (day: Date | null) => day && day.toISOString().slice(0, 10);

/** The day that PostgreSQL stores for `YYYY-MM-DD`. */
export const dayValue = (text: string | null) => (text === null ? null : new Date(`${text}T00:00:00Z`));

/** The thematic fields of a row, in German order. */
export const topicsOfRow = {
  select: { themenfeld: { select: { themenfeld_id: true, themenfeld_de: true, themenfeld_en: true } } },
  orderBy: { themenfeld: { themenfeld_de: "asc" } },
} as const;

/** The entries behind a row's links to thematic fields. */
export const topics = <Topic>(links: { themenfeld: Topic }[]) => links.map(({ themenfeld }) => themenfeld);
