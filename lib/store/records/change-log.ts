import { randomUUID } from "node:crypto";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { ChangeAction } from "@/lib/model/change";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { HISTORY_LOCALE, type LinkedRecord } from "../sql/linked-records";
import { jsonParts } from "../sql/fragments";

/** A change to log; user, time and source come from the context. */
export type NewChange = {
  action: ChangeAction;
  /** The first segment of the kind's API path, e.g. `members`. */
  kind: string;
  id: number;
  label: string;
  /** The record's version after the change; for a deleted record its last version. */
  version: number | null;
  fields?: readonly FieldChange[];
  /** The other end of a link; without a relation, the record of a file or the round of a confirmation. */
  related?: Omit<LinkedRecord, "relation"> & { relation: string | null };
  /** The links that were deleted or restored with the record. */
  links?: readonly LinkedRecord[];
  /** The id of the change that this one reverts. */
  reverts?: number;
};

/**
 * Returns the fields by which a history entry identifies a record.
 * @param record the record's key, and its version after the change
 * @param values the record's values, for its label
 */
export const changeHeader = (
  definition: AnyDefinition,
  { id, version }: { id: number; version: number },
  values: AnyRow,
) => ({ kind: definition.apiPath, id, label: definition.label(values, HISTORY_LOCALE), version });

/**
 * Writes changes into the history, in the transaction that makes them; several, such as a record
 * with its links, are a batch. The history is append-only (`changes_are_kept` in the migration).
 */
export async function recordChanges(context: Context<Transaction>, changes: readonly NewChange[]): Promise<void> {
  const batch = context.batch ?? (changes.length > 1 ? randomUUID() : undefined);
  const rows = changes.map(({ fields = [], related, links, ...change }) => ({
    ...change,
    fields,
    relation: related?.relation,
    related_kind: related?.kind,
    related_id: related?.id,
    related_label: related?.label,
    links: links?.length ? links : undefined,
  }));
  for (const part of jsonParts(rows)) await insertChanges({ ...context, batch }, part);
}

async function insertChanges({ actor, source, batch, connection }: Context<Transaction>, rows: string) {
  await connection.$executeRaw`
    INSERT INTO changes (user_id, user_name, source, batch, action, kind, id, label, version, fields,
      relation, related_kind, related_id, related_label, links, reverts)
    SELECT ${actor?.id ?? null}::integer, ${actor?.name ?? null}::text, ${source}, ${batch ?? null}::uuid,
      action, kind, id, label, version, fields, relation, related_kind, related_id, related_label, links, reverts
    FROM jsonb_to_recordset(${rows}::jsonb) AS change(
      action text, kind text, id integer, label text, version integer, fields jsonb, relation text, related_kind text,
      related_id integer, related_label text, links jsonb, reverts integer)`;
}
