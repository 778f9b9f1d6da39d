import type { Connection, Database, Transaction } from "../lib/server/db";
import { hashPassword } from "../lib/server/accounts/password";
import { REFERENCE_DATA } from "./reference-data";
import {
  institutionColumns,
  institutionLists,
  memberColumns,
  memberLists,
  personColumns,
  personLists,
  projectColumns,
  projectLists,
  thematicFieldColumns,
} from "./rows";

/** A table's own number sequence, by the table and its key column. */
const REFERENCE_KEYS = [
  ["titel", "titel_id"],
  ["fakultaeten", "fakultaet_id"],
  ["institute", "institut_id"],
  ["einrichtungen", "einrichtung_id"],
  ["personenstatus", "status_id"],
  ["vertragsgrundlagen", "grundlage_id"],
  ["projekt_status", "projektstatus_id"],
  ["zusammenarbeit", "zusammenarbeit_id"],
  ["organisationsformen", "ogf_id"],
] as const;

/** Prisma gives a transaction five seconds; a busy or far server may need more. */
const PATIENCE = { timeout: 60_000, maxWait: 60_000 };

/**
 * Moves a table's number sequence past its highest number, and never back: numbers given by hand are not given again.
 * Table and column come from constants, never from input.
 */
export async function advanceSequence(connection: Connection, table: string, key: string): Promise<void> {
  await connection.$executeRawUnsafe(
    `SELECT setval(seq, GREATEST((SELECT COALESCE(MAX("${key}"), 0) FROM "${table}"), nextval(seq) - 1, 1))
     FROM pg_get_serial_sequence('"${table}"', '${key}') AS seq`,
  );
}

/**
 * Writes the reference lists: entries whose number is missing are added, entries that exist stay as they are, so that
 * a name which an administrator changed survives every later seed.
 */
export async function seedReferenceData(client: Database): Promise<void> {
  await client.$transaction(async (transaction) => {
    const once = { skipDuplicates: true };
    await transaction.titel.createMany({ data: REFERENCE_DATA.titel, ...once });
    await transaction.fakultaet.createMany({ data: REFERENCE_DATA.fakultaeten, ...once });
    await transaction.institut.createMany({ data: REFERENCE_DATA.institute, ...once });
    await transaction.einrichtung.createMany({ data: REFERENCE_DATA.einrichtungen, ...once });
    await transaction.personenstatus.createMany({ data: REFERENCE_DATA.personenstatus, ...once });
    await transaction.vertragsgrundlage.createMany({ data: REFERENCE_DATA.vertragsgrundlagen, ...once });
    await transaction.projektstatus.createMany({ data: REFERENCE_DATA.projekt_status, ...once });
    await transaction.zusammenarbeit.createMany({ data: REFERENCE_DATA.zusammenarbeit, ...once });
    await transaction.organisationsform.createMany({ data: REFERENCE_DATA.organisationsformen, ...once });
    for (const [table, key] of REFERENCE_KEYS) await advanceSequence(transaction, table, key);
  }, PATIENCE);
}

const RECORD_KEYS = [
  ["members", "ph_id"],
  ["projects", "projekt_id"],
  ["institutions", "partner_institution_id"],
  ["persons", "person_id"],
  ["thematic_fields", "themenfeld_id"],
] as const;
/** Any number will do, as long as two seeds that run at once use the same. */
const SEED_LOCK = 4_711_001;

/**
 * Writes the demo data into a database that holds no record of any kind; into any other it writes nothing, so that a
 * second call is harmless and nobody's records are mixed with invented ones. All or nothing: one transaction.
 * The reference data must be there.
 */
export async function seedDemoData(client: Database): Promise<void> {
  await client.$transaction(async (transaction) => {
    await transaction.$executeRaw`SELECT pg_advisory_xact_lock(${SEED_LOCK}::bigint)`;
    if (await holdsRecords(transaction)) return;
    await writeDemoData(transaction);
    for (const [table, key] of RECORD_KEYS) await advanceSequence(transaction, table, key);
  }, PATIENCE);
}

async function holdsRecords(transaction: Transaction): Promise<boolean> {
  const counts = [
    await transaction.member.count(),
    await transaction.project.count(),
    await transaction.institution.count(),
    await transaction.person.count(),
    await transaction.thematicField.count(),
  ];
  return counts.some((count) => count > 0);
}

async function writeDemoData(transaction: Transaction): Promise<void> {
  // Loaded only here: an installation that seeds nothing but reference data needs none of it.
  const { demoData } = await import("./demo/dataset");
  const { thematicFields, institutions, members, persons, projects } = demoData();
  await transaction.thematicField.createMany({
    data: thematicFields.map((values, at) => ({ themenfeld_id: at + 1, ...thematicFieldColumns(values) })),
  });
  await transaction.institution.createMany({
    data: institutions.map((values, at) => ({ partner_institution_id: at + 1, ...institutionColumns(values) })),
  });
  await transaction.member.createMany({
    data: members.map((values, at) => ({ ph_id: at + 1, ...memberColumns(values) })),
  });
  await transaction.person.createMany({
    data: persons.map((values, at) => ({ person_id: at + 1, ...personColumns(values) })),
  });
  await transaction.project.createMany({
    data: projects.map((values, at) => ({ projekt_id: at + 1, ...projectColumns(values) })),
  });

  const memberRows = members.map((values, at) => memberLists(at + 1, values));
  await transaction.memberFacility.createMany({ data: memberRows.flatMap(({ facilities }) => facilities) });
  await transaction.memberStatus.createMany({ data: memberRows.flatMap(({ statuses }) => statuses) });
  await transaction.memberThematicField.createMany({ data: memberRows.flatMap((rows) => rows.thematicFields) });

  const institutionRows = institutions.map((values, at) => institutionLists(at + 1, values));
  await transaction.institutionThematicField.createMany({
    data: institutionRows.flatMap((rows) => rows.thematicFields),
  });

  const personRows = persons.map((values, at) => personLists(at + 1, values));
  await transaction.institutionPerson.createMany({ data: personRows.flatMap((rows) => rows.institutions) });
  await transaction.personThematicField.createMany({ data: personRows.flatMap((rows) => rows.thematicFields) });

  const projectRows = projects.map((values, at) => projectLists(at + 1, values));
  await transaction.projectFacility.createMany({ data: projectRows.flatMap(({ facilities }) => facilities) });
  await transaction.projectThematicField.createMany({ data: projectRows.flatMap((rows) => rows.thematicFields) });
  await transaction.memberProject.createMany({
    data: projects.flatMap(({ mitglieder }, at) => mitglieder.map((ph_id) => ({ ph_id, projekt_id: at + 1 }))),
  });
  await transaction.projectInstitution.createMany({
    data: projects.flatMap(({ institutionen }, at) =>
      institutionen.map((partner_institution_id) => ({ projekt_id: at + 1, partner_institution_id })),
    ),
  });
  await transaction.projectPerson.createMany({
    data: projects.flatMap(({ personen }, at) => personen.map((person_id) => ({ projekt_id: at + 1, person_id }))),
  });
}

/** An account that may log in at once. */
export type NewUser = { email: string; name: string; password: string };

/** Creates a confirmed account unless its address has one already; an existing account keeps its name and password. */
export async function ensureUser(client: Database, { email, name, password }: NewUser): Promise<void> {
  const address = email.trim().toLowerCase();
  if (await client.user.findUnique({ where: { email: address }, select: { id: true } })) return;
  await client.user.createMany({
    data: { email: address, name, password_hash: await hashPassword(password), email_verified_at: new Date() },
    skipDuplicates: true,
  });
}
