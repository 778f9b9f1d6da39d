import { randomUUID } from "node:crypto";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { dynamicKey } from "@/lib/model/messages/i18n";
import type { FieldErrors } from "@/lib/model/fields/field";
import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import type { Transaction } from "@/lib/store/database/client";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { editRecord } from "@/lib/store/records/edit-records";
import { planLocked } from "@/lib/store/records/plan-edits";
import type { Edit } from "@/lib/store/records/edit";
import { AppError, isAppError, toAppError, type ErrorCode } from "@/lib/base/errors/errors";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import { logSecurity } from "@/lib/base/observability/security-log";
import * as store from "./imports-sql";
import { ALIASES } from "@/lib/model/kinds/aliases";
import { isEntryList, nameColumns } from "@/lib/model/reference-lists/reference-lists";
import { importColumn, type SpreadsheetColumn } from "@/lib/features/exports/spreadsheet-columns";
import { ALIAS_MAX_LENGTH } from "@/lib/model/limits";
import { cutTrimmed } from "@/lib/model/pure/cut-trimmed";
import { findAliases } from "@/lib/store/records/find-records";
import { createEntry } from "@/lib/features/reference-lists/server/entries";
import { distinctNames } from "./named-ids";
import { fieldsToCreate } from "./decided-names";
import { editOfRow } from "./row-edits";
import { plan, type MissingNames } from "./plan";
import type { RunChoices } from "./row-choices";
import { expectDefined } from "@/lib/base/errors/invariant";
import { getAt } from "@/lib/model/pure/get-at";
import { ownValue } from "@/lib/model/pure/own-value";

/**
 * Number of rows that are written in one transaction. If the server crashes, a chunk is either
 * written completely, with its changes in the batch, or not at all.
 */
const CHUNK = 250;
/** Timeout in milliseconds of the transaction that writes a chunk. */
const TIMEOUT_MS = 120_000;

/** Timeout in milliseconds of storing the choices for all rows. */
const CHOICES_TIMEOUT_MS = 30_000;

/**
 * Heartbeat interval in milliseconds of a run, which also sends heartbeats while it waits for a
 * slot.
 */
const HEARTBEAT_MS = 3_000;

/**
 * The result of writing a row: the record's key, or the errors because of which the row was not
 * written.
 */
type Outcome = { row: number; record_id: number | null; errors: FieldErrors | null };

/** Thrown where another runner has taken the import over. */
class ImportTakenOver extends Error {}

const ensureMayWrite = (context: Context, { name }: AnyDefinition) => recheckPermission(context, "write", name);
const PERMISSION_ERRORS: ErrorCode[] = ["unauthenticated", "forbidden", "second_factor_missing"];

type Run = { context: Context; definition: AnyDefinition; id: number; runner: string };

/**
 * Runs one part of an import in a transaction. Locks the import, so that no other runner can take
 * it over meanwhile, and checks the account's rights again before the commit.
 * @throws AppError unauthenticated, forbidden, second_factor_missing where the account may no
 * longer write
 */
const runPart = <Result>(
  { context, definition, id, runner }: Run,
  work: (unit: Context<Transaction>) => Promise<Result>,
): Promise<Result> =>
  inTransaction(
    context,
    async (unit) => {
      if (!(await store.isImportRunning(unit.connection, id, runner))) throw new ImportTakenOver();
      const result = await work(unit);
      await ensureMayWrite(unit, definition);
      return result;
    },
    TIMEOUT_MS,
  );

/** Writes the rows of a chunk that are not refused. */
async function writeRows(
  unit: Context<Transaction>,
  definition: AnyDefinition,
  rows: readonly store.StoredRow[],
): Promise<Outcome[]> {
  const edits = new Map(rows.map((row) => [editOfRow(definition, row), row.row]));
  const { plans, refusals } = await planLocked(unit, definition, [...edits.keys()]);
  const saved = await applyPlans(unit, definition, plans);
  const outcomeOf = (edit: Edit, record_id: number | null, errors: FieldErrors | null): Outcome => ({
    row: expectDefined(edits.get(edit), "the row of an edit"),
    record_id,
    errors,
  });
  return [
    ...plans.map(({ edit }, at) => outcomeOf(edit, getAt(saved, at).id, null)),
    ...refusals.map(({ edit, error }) => outcomeOf(edit, null, refusalOf(definition, error))),
  ];
}

/**
 * Converts the error with which a row was refused to the field errors that a preview shows.
 * Rethrows errors that do not concern the row.
 */
function refusalOf({ key }: AnyDefinition, error: unknown): FieldErrors {
  const known = toAppError(error);
  if (known.status >= 500 || PERMISSION_ERRORS.includes(known.code)) throw error;
  // Either the record was deleted, or a record that the row links to, which only the database
  // detects.
  if (known.code === "data_not_found") return { [known === error ? key : ""]: ["exists"] };
  return known.details.errors ?? { "": [dynamicKey<"validation">(known.code)] };
}

/**
 * Writes the remaining rows chunk by chunk. If a chunk fails, a record that a row links to was
 * deleted meanwhile, which only the database detects: the rows are then written one by one.
 */
async function writeAll(run: Run): Promise<void> {
  const { context, definition, id } = run;
  const part = (rows: readonly store.StoredRow[]) =>
    runPart(run, async (unit) => store.writeOutcomes(unit.connection, id, await writeRows(unit, definition, rows)));
  for (;;) {
    const rows = await store.listImportRows(context.connection, id, { open: true, limit: CHUNK });
    if (rows.length === 0) return;
    try {
      await part(rows);
    } catch (refusal) {
      refusalOf(definition, refusal);
      for (const row of rows) {
        await part([row]).catch((error: unknown) => {
          const errors = refusalOf(definition, error);
          return runPart(run, (unit) =>
            store.writeOutcomes(unit.connection, id, [{ row: row.row, record_id: null, errors }]),
          );
        });
      }
    }
  }
}

/** Creates an entry or record for a name in a column, with what else its kind needs. */
async function createName(
  unit: Context<Transaction>,
  column: SpreadsheetColumn,
  name: string,
  createWith: AnyRow,
): Promise<void> {
  if (column.by === "links") {
    const definition = definitionOf(column.linkList.other.kind);
    const names = [...definition.labelFields("de"), ...definition.labelFields("en")];
    const others = (fieldsToCreate(column) ?? []).map((field) => [field, createWith[field]]);
    const set = Object.fromEntries([...names.map((field) => [field, name]), ...others]) as AnyRow;
    await editRecord(unit, definition, { id: null, set });
    return;
  }
  const list = column.by === "field" ? column.field.reference : undefined;
  if (!list || !isEntryList(list)) return;
  await createEntry(unit, list, Object.fromEntries(nameColumns(list).map((field) => [field, name])));
}

/**
 * Creates entries and records for missing names. A name that is not valid for its kind stays unknown,
 * so that the rows with this name are refused.
 */
async function createNames(run: Run, missing: MissingNames, createWith: AnyRow): Promise<void> {
  for (const { column, names } of missing.values()) {
    for (const name of await distinctNames(run.context.connection, [...names]))
      await runPart(run, (unit) => createName(unit, column, name, createWith)).catch(
        (error: unknown) => void refusalOf(run.definition, error),
      );
  }
}

/** Adds a name to a record's aliases, unless the record has too many or was deleted meanwhile. */
async function addAlias(run: Run, definition: AnyDefinition, id: number, name: string): Promise<void> {
  await runPart(run, async (unit) => {
    const found = await findAliases(unit, definition, id);
    if (!found) return;
    await editRecord(unit, definition, {
      id,
      set: { [ALIASES]: [...found.aliases, cutTrimmed(name, ALIAS_MAX_LENGTH)] },
    });
  }).catch((error: unknown) => void refusalOf(definition, error));
}

/** Adds names as aliases to the records that they refer to, if the user chose that. */
async function saveAliases(run: Run, { mapping, names }: store.StoredImport): Promise<void> {
  for (const [header, decided] of Object.entries(names)) {
    const column = importColumn(run.definition, ownValue(mapping, header));
    if (column?.by !== "links") continue;
    for (const [name, decision] of Object.entries(decided))
      if (typeof decision === "object" && decision.alias)
        await addAlias(run, definitionOf(column.linkList.other.kind), decision.id, name);
  }
}

/** Returns an import without the names to create, which exist by now. */
const withoutCreated = (storedImport: store.StoredImport): store.StoredImport => ({
  ...storedImport,
  names: Object.fromEntries(
    Object.entries(storedImport.names).map(([header, decided]) => [
      header,
      Object.fromEntries(Object.entries(decided).filter(([, decision]) => decision !== "create")),
    ]),
  ),
});

/**
 * Plans the rows again with the current data, and creates records for missing names if the user
 * chose that.
 */
async function planAgain(run: Run, storedImport: store.StoredImport): Promise<void> {
  const { context, definition, id } = run;
  const rows = await store.listImportRows(context.connection, id);
  const { verdicts, missing } = await plan(context, definition, storedImport, rows);
  await createNames(run, missing, storedImport.create_with);
  await saveAliases(run, storedImport);
  const final =
    missing.size > 0
      ? await plan(context, definition, { ...withoutCreated(storedImport), unknown: "refuse" }, rows)
      : { verdicts };
  await runPart(run, async (unit) => {
    await store.writeVerdicts(unit.connection, id, final.verdicts);
    await store.refreshCounts(unit.connection, id);
  });
}

async function planAndWrite(run: Run, storedImport: store.StoredImport): Promise<void> {
  await ensureMayWrite(run.context, run.definition);
  // A resumed run does not plan again: the rows already written would match the records that they
  // created.
  if (storedImport.counts.written === 0) await planAgain(run, storedImport);
  await writeAll(run);
}

/**
 * Writes an import as soon as it gets a slot: an instance writes only a few imports at once, and
 * only one per user.
 */
async function runImport(run: Run, storedImport: store.StoredImport): Promise<void> {
  const { context, id, runner } = run;
  const { actor, connection } = context;
  const heartbeat = setInterval(
    () => void store.sendHeartbeat(connection, id, runner).catch(() => undefined),
    HEARTBEAT_MS,
  );
  try {
    await withConcurrencyLimit("writing", expectDefined(actor, "the account").id, () =>
      planAndWrite(run, storedImport),
    );
    await store.endRun(connection, id, runner, "done");
  } catch (error) {
    if (error instanceof ImportTakenOver) return;
    if (isAppError(error, ...PERMISSION_ERRORS))
      logSecurity("import_stopped", { user_id: actor?.id, reason: error.code });
    else console.error("An import has stopped", error);
    await store.endRun(connection, id, runner, "failed").catch(() => undefined);
  } finally {
    clearInterval(heartbeat);
  }
}

/**
 * Starts writing an import in the background, or resumes one that stopped.
 * @param chosen the user's choices for rows that would become new records
 * @throws AppError import_not_ready where no mapping is set, or the import is running or done
 */
export async function startImport(context: Context, id: number, chosen: RunChoices): Promise<void> {
  const runner = randomUUID();
  const storedImport = await inTransaction(
    context,
    async ({ connection }) => {
      const claimed = await store.claimImport(connection, id, { runner, batch: randomUUID() });
      // The choices are stored with the import, so that they also apply when another runner resumes
      // it.
      if (claimed) await store.saveChoices(connection, id, chosen);
      return claimed;
    },
    CHOICES_TIMEOUT_MS,
  );
  if (!storedImport?.batch) throw new AppError("import_not_ready");
  const unit: Context = { ...context, source: "import", batch: storedImport.batch };
  void runImport({ context: unit, definition: definitionOfImport(storedImport), id, runner }, storedImport);
}

/**
 * Returns the kind of record that an import fills.
 * @throws AppError data_not_found where the kind does not exist
 */
export function definitionOfImport({ kind }: Pick<store.StoredImport, "kind">): AnyDefinition {
  const definition = definitionOfPath(kind);
  if (!definition) throw new AppError("data_not_found");
  return definition;
}
