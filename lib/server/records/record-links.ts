import { definitionOf } from "../../records/kinds/registry";
import type { RelationSides } from "../../records/kinds/relations";
import type { Context } from "../database/transaction";
import type { Transaction } from "../database/client";
import { AppError } from "../errors/errors";
import { recordChanges } from "./record-change";
import { inWriteTransaction, type ChangeOptions } from "./records";
import * as links from "./sql/link-records";

/** Two records and the relation between them, seen from the first. */
export type LinkEnds = { linkList: RelationSides; id: number; otherId: number };

async function recordLink(
  unit: Context<Transaction>,
  action: "link" | "unlink",
  { linkList, id, otherId }: LinkEnds,
  { reverts }: ChangeOptions,
): Promise<void> {
  const { relation, own, other } = linkList;
  const [parent, child] = [definitionOf(own.kind), definitionOf(other.kind)];
  const labels = await links.labelsOfLink(unit.connection, linkList, id, otherId);
  const related = { relation: relation.name, kind: child.apiPath, id: otherId, label: labels.other };
  const change = { kind: parent.apiPath, id, label: labels.own, version: labels.version };
  await recordChanges(unit, [{ ...change, action, related, reverts }]);
}

/**
 * Links two records.
 * @throws AppError already_exists; that one of the two does not exist is told by the link's foreign keys (data_not_found)
 */
export function linkRecords(context: Context, ends: LinkEnds, options: ChangeOptions = {}): Promise<void> {
  return inWriteTransaction(context, ends.linkList.own.kind, async (unit) => {
    const { linkList, id, otherId } = ends;
    if (!(await links.addLink(unit.connection, linkList, id, otherId))) throw new AppError("already_exists");
    await recordLink(unit, "link", ends, options);
  });
}

/** Takes a link away. @throws AppError data_not_found when there was none */
export function unlinkRecords(context: Context, ends: LinkEnds, options: ChangeOptions = {}): Promise<void> {
  return inWriteTransaction(context, ends.linkList.own.kind, async (unit) => {
    const { linkList, id, otherId } = ends;
    if (!(await links.removeLink(unit.connection, linkList, id, otherId))) throw new AppError("data_not_found");
    await recordLink(unit, "unlink", ends, options);
  });
}
