import { recipientSourcesOf, ROUND_MAX_DRAFTS, roundFieldsOf, type RoundValues } from "../round";
import { unknownPlaceholders } from "../round-text";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import type { FieldErrors } from "@/lib/model/fields/field";
import { authorize } from "@/lib/base/access/permissions";
import type { Database } from "@/lib/store/database/client";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { AppError, invalid, isAppError } from "@/lib/base/errors/errors";
import { lockRound } from "./control-round";
import { findRoundRecords } from "./plan-recipients";
import { recordRoundChange } from "./round-changes";
import { statusAt } from "./round-status";
import { countDrafts, insertRound, removeRound, updateDraft } from "./rounds-sql";

/**
 * Validates the values of a round that an editor sets.
 * @returns the values, each field once
 * @throws AppError validation_failed
 */
async function validRound(context: Context, values: RoundValues): Promise<RoundValues> {
  const errors: FieldErrors = {};
  const definition = definitionOfPath(values.kind);
  if (!definition?.confirmation) throw invalid({ kind: ["exists"] });
  if (!recipientSourcesOf(definition).includes(values.an)) errors.an = ["exists"];
  const known = roundFieldsOf(definition);
  if (values.felder.length === 0) errors.felder = ["required"];
  else if (!values.felder.every((name) => known.includes(name))) errors.felder = ["exists"];
  for (const name of ["text_de", "text_en"] as const) {
    if (unknownPlaceholders(values[name]).length > 0) errors[name] = ["placeholder"];
  }
  await findRoundRecords(context, definition, values.query).catch((error: unknown) => {
    if (!isAppError(error, "validation_failed")) throw error;
    Object.assign(errors, error.details.errors);
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  // In the order of the form, in which recipients see them.
  return { ...values, felder: known.filter((name) => values.felder.includes(name)) };
}

/** Saves a new round as a draft. @returns its key @throws AppError forbidden, validation_failed */
export async function createRound(context: Context<Database>, values: RoundValues): Promise<number> {
  authorize(context.actor, "write", "rounds");
  const valid = await validRound(context, values);
  return inTransaction(context, async ({ connection }) => {
    if ((await countDrafts(connection)) >= ROUND_MAX_DRAFTS) throw invalid({ rounds: ["max"] });
    return insertRound(connection, valid);
  });
}

/**
 * Changes a draft; values that are left out stay as they are.
 * @throws AppError forbidden, data_not_found, validation_failed; round_started unless it is a draft
 */
export async function updateRound(
  context: Context<Database>,
  runde_id: number,
  changes: Partial<RoundValues>,
): Promise<void> {
  authorize(context.actor, "write", "rounds");
  await inTransaction(context, async (unit) => {
    const round = await lockRound(unit.connection, runde_id);
    if (round.status !== "draft") throw new AppError("round_started");
    const { titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am } = round;
    const stored = { titel_de, titel_en, kind, query, an, felder, text_de, text_en, faellig_am };
    await updateDraft(unit.connection, runde_id, await validRound(unit, { ...stored, ...changes }));
  });
}

/**
 * Deletes a draft, or a closed round with its recipients, answers and proposals, except accepted ones.
 * @throws AppError forbidden, data_not_found; round_started while it is running
 */
export async function deleteRound(context: Context<Database>, runde_id: number): Promise<void> {
  authorize(context.actor, "write", "rounds");
  await inTransaction(context, async (unit) => {
    const { connection } = unit;
    const round = await lockRound(connection, runde_id);
    const status = statusAt(round, new Date());
    if (status === "running") throw new AppError("round_started");
    await removeRound(connection, runde_id);
    // One that is long overdue is closed, although no job has stored that yet.
    await recordRoundChange(unit, { ...round, status }, { action: "delete", figures: round.counts ?? {} });
  });
}
