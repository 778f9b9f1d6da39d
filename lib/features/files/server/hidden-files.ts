import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";

const idsIn = (rows: readonly { datei_id: number }[]) => new Set(rows.map(({ datei_id }) => datei_id));

/** Returns which of some files, deleted or not, the actor does not see. */
export async function hiddenFiles({ connection, actor }: Context, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number }[]>`
    SELECT datei_id FROM files WHERE datei_id = ANY(${ids}::int[]) AND sichtbar <> ALL(${visibilitiesOf(actor)}::text[])`;
  return idsIn(rows);
}

/** Returns which of some files exist and are not deleted. */
export async function currentFiles(connection: Connection, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number }[]>`
    SELECT datei_id FROM files WHERE datei_id = ANY(${ids}::int[]) AND deleted_at IS NULL`;
  return idsIn(rows);
}
