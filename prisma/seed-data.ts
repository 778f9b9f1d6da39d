import { randomUUID } from "node:crypto";
import type { Role } from "../lib/model/accounts/roles";
import type { AnyRow } from "../lib/model/kinds/define";
import { definitionOf, type KindName } from "../lib/model/kinds/registry";
import { entryLists, referenceLists, type EntryListName } from "../lib/model/reference-lists/reference-lists";
import { linkListOf } from "../lib/model/kinds/relations";
import { inTransaction, commandContext, type Context } from "../lib/store/database/transaction";
import type { Connection, Database, Transaction } from "../lib/store/database/client";
import { countRecords } from "../lib/store/records/find-records";
import type { LinkEdit } from "../lib/store/records/edit";
import { editRecords } from "../lib/store/records/edit-records";
import { hashPassword } from "../lib/sessions/password";
import type { LinkValues } from "./demo/links";
import { REFERENCE_DATA } from "./reference-data";
import { getAt } from "@/lib/model/pure/get-at";

/** Transaction timeout in milliseconds; the default is too short for a busy or distant server. */
const TIMEOUT_MS = 120_000;

/**
 * Advances a table's key sequence past the highest key, and never back, so that manually assigned
 * keys are not assigned again. Table and column come from constants, never from input.
 */
async function advanceSequence(connection: Connection, table: string, key: string): Promise<void> {
  await connection.$executeRawUnsafe(
    `SELECT setval(seq, GREATEST((SELECT COALESCE(MAX("${key}"), 0) FROM "${table}"), nextval(seq) - 1, 1))
     FROM pg_get_serial_sequence('"${table}"', '${key}') AS seq`,
  );
}

/**
 * Returns the seed entries of a list whose keys this database has never assigned: all of them in a
 * new installation, later those that a new version adds. Entries that an admin deleted or replaced
 * do not come back (contract §9).
 */
async function newSeedEntries(connection: Connection, list: EntryListName): Promise<AnyRow[]> {
  const { table, key } = referenceLists[list];
  const [{ last }] = await connection.$queryRaw<[{ last: bigint | null }]>`
    SELECT pg_sequence_last_value(pg_get_serial_sequence(${`"${table}"`}, ${key})::regclass) AS last`;
  const rows: readonly AnyRow[] = REFERENCE_DATA[list];
  return rows.filter((row) => Number(row[key]) > Number(last ?? 0));
}

/** Inserts entries of a list, all with the same columns; existing keys stay as they are. */
async function insertEntries(connection: Transaction, table: string, rows: readonly AnyRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first).join(", ");
  await connection.$executeRawUnsafe(
    `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::"${table}", $1)
     ON CONFLICT DO NOTHING`,
    JSON.stringify(rows),
  );
}

/**
 * Seeds the reference lists. New entries are added at the end and all others stay as they are, so
 * that an admin's changes, moves and deletions survive every later seed.
 */
export async function seedReferenceData(client: Database): Promise<void> {
  await inTransaction(
    { ...commandContext(client), batch: randomUUID() },
    async ({ connection }) => {
      for (const list of entryLists) {
        const { table, key } = referenceLists[list];
        await insertEntries(connection, table, await newSeedEntries(connection, list));
        await advanceSequence(connection, table, key);
      }
    },
    TIMEOUT_MS,
  );
}

/** Advisory lock key of all seeds; an arbitrary constant. */
const SEED_LOCK = 4_711_001;

/**
 * Seeds the demo data in one transaction, into a database without any record; otherwise writes
 * nothing, so that it is idempotent and invented records never mix with real ones. Needs the
 * reference data.
 */
export async function seedDemoData(client: Database): Promise<void> {
  await inTransaction(
    commandContext(client),
    async (unit) => {
      await unit.connection.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`;
      const counts = Object.values(await countRecords(unit));
      if (counts.every((count) => count === 0)) await writeDemoData(unit);
    },
    TIMEOUT_MS,
  );
}

/** Maps positions in the demo data (from 1) to the keys of the created records. */
const keysOf = (keys: readonly number[], entries: readonly number[] = []) =>
  entries.map((entry) => getAt(keys, entry - 1));

/** Returns the edit that adds links with their values, which are given by positions in the demo data. */
function linksTo(kind: KindName, list: string, keys: readonly number[], values: LinkValues = new Map()): LinkEdit {
  const set = new Map([...values].map(([position, each]) => [getAt(keys, position - 1), each]));
  return { sides: linkListOf(kind, list), add: [...set.keys()], set };
}

async function writeDemoData(unit: Context<Transaction>): Promise<void> {
  // Loaded lazily: an installation that seeds only reference data does not need it.
  const { demoData } = await import("./demo/dataset");
  const { saveAgreements } = await import("./demo/agreements/save-agreements");
  const { thematicFields, institutions, members, persons, projects, projectLinks, personLinks } = demoData();

  async function saveAll(
    name: KindName,
    all: readonly AnyRow[],
    links?: (position: number) => LinkEdit[],
  ): Promise<number[]> {
    const saved = await editRecords(
      unit,
      definitionOf(name),
      all.map((set, position) => ({ id: null, set, links: links?.(position) })),
    );
    return saved.map(({ id }) => id);
  }

  const topics = await saveAll("thematicField", thematicFields);
  const withTopics = <Values extends { themenfelder?: number[] }>(values: Values) => ({
    ...values,
    themenfelder: keysOf(topics, values.themenfelder),
  });
  const institutionKeys = await saveAll("institution", institutions.map(withTopics));
  const memberKeys = await saveAll("member", members.map(withTopics));
  const personKeys = await saveAll(
    "person",
    persons.map((values) => ({ ...withTopics(values), institution: keysOf(institutionKeys, values.institution) })),
    (position) => [linksTo("person", "institutionen", institutionKeys, personLinks[position])],
  );
  const linkedKeys = { hochschulmitglieder: memberKeys, institutionen: institutionKeys, personen: personKeys };
  const projectKeys = await saveAll(
    "project",
    projects.map(({ mitglieder: _, institutionen: __, personen: ___, ...values }) => withTopics(values)),
    (position) =>
      Object.entries(projectLinks[position] ?? {}).map(([list, values]) =>
        linksTo("project", list, linkedKeys[list as keyof typeof linkedKeys], values),
      ),
  );
  await saveAgreements(unit, new Map(projects.map(({ projekt_titel }, at) => [projekt_titel, getAt(projectKeys, at)])));
}

/** An account that can log in immediately. */
export type NewUser = { email: string; name: string; password: string; role: Role };

/**
 * Creates a confirmed account unless one with its address exists; an existing account keeps its
 * name and password.
 */
export async function ensureUser(client: Database, { email, name, password, role }: NewUser): Promise<void> {
  const address = email.trim().toLowerCase();
  if (await client.user.findUnique({ where: { email: address }, select: { id: true } })) return;
  await client.user.createMany({
    data: { email: address, name, role, password_hash: await hashPassword(password), email_verified_at: new Date() },
    skipDuplicates: true,
  });
}
