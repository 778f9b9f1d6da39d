import { FILE_VISIBILITIES, visibilitiesOf } from "@/lib/model/files/file-visibility";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";

const idsIn = (rows: readonly { datei_id: number }[]) => new Set(rows.map(({ datei_id }) => datei_id));

/**
 * Returns the ids of those files, deleted or not, that the actor may not see. A file whose row no longer
 * exists counts as hidden, except for actors who see all files.
 */
export async function hiddenFiles({ connection, actor }: Context, ids: readonly number[]): Promise<Set<number>> {
  const visibilities = visibilitiesOf(actor);
  if (ids.length === 0 || visibilities.length === FILE_VISIBILITIES.length) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number }[]>`
    SELECT datei_id FROM files WHERE datei_id = ANY(${ids}::int[]) AND sichtbar = ANY(${visibilities}::text[])`;
  const visible = idsIn(rows);
  return new Set(ids.filter((id) => !visible.has(id)));
}

/** Returns the ids of those files that exist and are not deleted. */
export async function currentFiles(connection: Connection, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const rows = await connection.$queryRaw<{ datei_id: number }[]>`
    SELECT datei_id FROM files WHERE datei_id = ANY(${ids}::int[]) AND deleted_at IS NULL`;
  return idsIn(rows);
}
