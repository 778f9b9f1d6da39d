import type { MergeQuery, MergeRecord, MergeView } from "../merge-query";
import { listMergedFiles } from "@/lib/features/files/server/merge-files";
import type { Context } from "@/lib/store/database/transaction";
import { columnValues } from "@/lib/store/sql/list-columns";
import { storedRecords } from "@/lib/store/sql/stored-records";
import { linksOfMerge } from "./merge-records";

/** Reads the data of the merge page for two records; null where one of them does not exist. */
export async function findMergeView(context: Context, query: MergeQuery): Promise<MergeView | null> {
  const { definition, keep, drop } = query;
  const { connection } = context;
  const [stored, moments, links, files] = await Promise.all([
    storedRecords(connection, definition, [keep, drop]),
    columnValues(connection, definition, [keep, drop], ["changed"]),
    linksOfMerge(context, definition, query),
    listMergedFiles(context, definition, query),
  ]);
  const recordOf = (id: number): MergeRecord | null => {
    const record = stored.get(id);
    const changed = moments.get(id)?.changed;
    return record ? { id, ...record, changed: typeof changed === "string" ? changed : null } : null;
  };
  const [kept, dropped] = [recordOf(keep), recordOf(drop)];
  if (!kept || !dropped) return null;
  const namesOf = (list: typeof files.moved) => list.map(({ bezeichnung, name }) => bezeichnung || name);
  return {
    keep: kept,
    drop: dropped,
    newer: (dropped.changed ?? "") > (kept.changed ?? "") ? "drop" : "keep",
    links,
    files: { kept: files.kept.length, moved: namesOf(files.moved), joined: namesOf(files.joined) },
  };
}
