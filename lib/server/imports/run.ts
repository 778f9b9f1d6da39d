import { randomUUID } from "node:crypto";
import type { AnyDefinition, AnyRow } from "../../records/kinds/define";
import type { FieldErrors } from "../../records/lists/list-query";
import { definitionOf, definitionOfPath } from "../../records/kinds/registry";
import { linkListOf } from "../../records/kinds/relations";
import { inTransaction, type Context } from "../database/transaction";
import { createRecords } from "../records/create-records";
import { AppError, isAppError, toAppError, type ErrorCode } from "../errors/errors";
import { inLane } from "../limits/concurrency";
import { ensureActorMayStill } from "../auth/ensure-actor-may-still";
import { replaceLinked, saveRecord } from "../records/records";
import { logSecurity } from "../observability/security-log";
import * as store from "./imports-sql";
import { distinctNames } from "../records/sql/named-ids";
import { plan, type MissingNames } from "./plan";
import type { AskedChoices } from "./row-choices";
import { expectDefined } from "../errors/invariant";

/** So many rows are written as one: a server that dies leaves them whole, with their batch, or none of them. */
const CHUNK = 250;
/** Most milliseconds that they may take. */
const PATIENCE = 120_000;

/** Most milliseconds that it may take to keep what was chosen for all rows. */
const KEEPING_PATIENCE = 30_000;

/** So often a run says that it goes on, also while it waits for its turn: milliseconds. */
const HEARTBEAT = 3_000;

/** What came of a row: a key, or why it could not be written. */
type Outcome = { row: number; record_id: number | null; errors: FieldErrors | null };

/** Somebody else writes the import now. */
class TakenOver extends Error {}

const mayStillWrite = (context: Context, { name }: AnyDefinition) => ensureActorMayStill(context, "write", name);
const LOST_RIGHTS: ErrorCode[] = ["unauthenticated", "forbidden", "second_factor_missing"];

type Run = { context: Context; definition: AnyDefinition; id: number; runner: string };

/**
 * Does a part of a run as one transaction. No other runner writes the import meanwhile, and the account may still write when
 * it is committed.
 * @throws AppError unauthenticated, forbidden, second_factor_missing where it may not
 */
const asPart = <Result>(
  { context, definition, id, runner }: Run,
  work: (unit: Context) => Promise<Result>,
): Promise<Result> =>
  inTransaction(
    context,
    async (unit) => {
      if (!(await store.stillRuns(unit.connection, id, runner))) throw new TakenOver();
      const result = await work(unit);
      await mayStillWrite(unit, definition);
      return result;
    },
    PATIENCE,
  );

async function writeRow(unit: Context, definition: AnyDefinition, row: store.StoredRow): Promise<Outcome> {
  const { body, links, record_id: known } = row;
  const { id } = await saveRecord(unit, definition, known, body);
  for (const [list, ids] of Object.entries(links))
    await replaceLinked(unit, linkListOf(definition.name, list), id, ids);
  return { row: row.row, record_id: id, errors: null };
}

const isPlainCreate = ({ action, links }: store.StoredRow) =>
  action === "create" && Object.values(links).every((ids) => ids.length === 0);

/** Writes rows as one: new records all at once, the others each by itself. */
async function writeRows(
  unit: Context,
  definition: AnyDefinition,
  rows: readonly store.StoredRow[],
): Promise<Outcome[]> {
  const created = rows.filter(isPlainCreate);
  const ids = await createRecords(
    unit,
    definition,
    created.map(({ body }) => body),
  );
  const outcomes = created.map(({ row }, at): Outcome => ({ row, record_id: ids[at] ?? null, errors: null }));
  for (const row of rows.filter((one) => !isPlainCreate(one))) outcomes.push(await writeRow(unit, definition, row));
  return outcomes;
}

/** Why a row could not be written, as the preview would have told; what has nothing to do with the row is thrown on. */
function refusalOf({ key }: AnyDefinition, error: unknown): FieldErrors {
  const known = toAppError(error);
  if (known.status >= 500 || LOST_RIGHTS.includes(known.code)) throw error;
  // The record is gone; or one that it is linked to, which the database alone has noticed.
  if (known.code === "data_not_found") return { [known === error ? key : ""]: ["exists"] };
  return known.details.errors ?? { "": [known.code] };
}

/** Writes what is left, part by part. Where a part is refused, something has changed since: then each row goes by itself. */
async function writeAll(run: Run): Promise<void> {
  const { context, definition, id } = run;
  const part = (rows: readonly store.StoredRow[]) =>
    asPart(run, async (unit) => store.writeOutcomes(unit.connection, id, await writeRows(unit, definition, rows)));
  for (;;) {
    const rows = await store.rowsOf(context.connection, id, { open: true, limit: CHUNK });
    if (rows.length === 0) return;
    try {
      await part(rows);
    } catch (refusal) {
      refusalOf(definition, refusal);
      for (const row of rows) {
        await part([row]).catch((error: unknown) => {
          const errors = refusalOf(definition, error);
          return asPart(run, (unit) =>
            store.writeOutcomes(unit.connection, id, [{ row: row.row, record_id: null, errors }]),
          );
        });
      }
    }
  }
}

/** What a record holds that is made of a name alone. */
const ofName = ({ labelFields }: AnyDefinition, name: string): AnyRow =>
  Object.fromEntries([...labelFields("de"), ...labelFields("en")].map((field) => [field, name]));

/** Makes what names are to stand for. A name that its kind refuses stays unknown, and its rows are refused. */
async function makeNames(run: Run, missing: MissingNames): Promise<void> {
  for (const [kind, names] of missing) {
    const definition = definitionOf(kind);
    for (const name of await distinctNames(run.context.connection, [...names]))
      await asPart(run, (unit) => saveRecord(unit, definition, null, ofName(definition, name))).catch(
        (error: unknown) => void refusalOf(definition, error),
      );
  }
}

/** Looks through the rows once more, as things stand now, and makes the names that they need. */
async function planAgain(run: Run, asked: store.StoredImport): Promise<void> {
  const { context, definition, id } = run;
  const rows = await store.rowsOf(context.connection, id);
  const { verdicts, missing } = await plan(context, definition, asked, rows);
  await makeNames(run, missing);
  const final =
    missing.size > 0 ? await plan(context, definition, { ...asked, unknown: "refuse" }, rows) : { verdicts };
  await asPart(run, async (unit) => {
    await store.writeVerdicts(unit.connection, id, final.verdicts);
    await store.refreshCounts(unit.connection, id);
  });
}

async function writeOut(run: Run, asked: store.StoredImport): Promise<void> {
  await mayStillWrite(run.context, run.definition);
  // What was written would match itself now.
  if (asked.counts.written === 0) await planAgain(run, asked);
  await writeAll(run);
}

/** Writes an import when it is its turn: an instance writes few at once, and one of a user. */
async function work(run: Run, asked: store.StoredImport): Promise<void> {
  const { context, id, runner } = run;
  const { actor, connection } = context;
  const life = setInterval(() => void store.showLife(connection, id, runner).catch(() => undefined), HEARTBEAT);
  try {
    await inLane("writing", expectDefined(actor, "the account").id, () => writeOut(run, asked));
    await store.endRun(connection, id, runner, "done");
  } catch (error) {
    if (error instanceof TakenOver) return;
    if (isAppError(error, ...LOST_RIGHTS)) logSecurity("import_stopped", { user_id: actor?.id, reason: error.code });
    else console.error("An import has stopped", error);
    await store.endRun(connection, id, runner, "failed").catch(() => undefined);
  } finally {
    clearInterval(life);
  }
}

/**
 * Begins to write an import, or goes on with one that stopped; it goes on by itself.
 * @param chosen what somebody chose for rows that would become new records
 * @throws AppError import_not_ready where nothing was decided yet, or it runs or is done
 */
export async function startImport(context: Context, id: number, chosen: AskedChoices): Promise<void> {
  const runner = randomUUID();
  const asked = await inTransaction(
    context,
    async ({ connection }) => {
      const taken = await store.takeImport(connection, id, { runner, batch: randomUUID() });
      // What was chosen is kept with it, so that it holds whenever its turn comes, and whoever goes on with it.
      if (taken) await store.keepChoices(connection, id, chosen);
      return taken;
    },
    KEEPING_PATIENCE,
  );
  if (!asked?.batch) throw new AppError("import_not_ready");
  const unit: Context = { ...context, source: "import", batch: asked.batch };
  void work({ context: unit, definition: definitionOfImport(asked), id, runner }, asked);
}

/** The kind that an import fills. */
export function definitionOfImport({ kind }: Pick<store.StoredImport, "kind">): AnyDefinition {
  const definition = definitionOfPath(kind);
  if (!definition) throw new AppError("data_not_found");
  return definition;
}
