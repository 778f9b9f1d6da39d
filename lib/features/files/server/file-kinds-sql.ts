import type { Connection, Transaction } from "@/lib/store/database/client";

/** Whether a kind of file exists and is active; it then cannot be deleted until the transaction ends. */
export async function isUsableFileKind(connection: Connection, id: number): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>`
    SELECT 1 FROM dateiarten WHERE dateiart_id = ${id} AND active FOR KEY SHARE`;
  return found.length > 0;
}

/** Whether a kind of file exists, active or not. */
export async function doesFileKindExist(connection: Connection, id: number): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>`SELECT 1 FROM dateiarten WHERE dateiart_id = ${id}`;
  return found.length > 0;
}

/**
 * Gives all files of a kind another one, deleted files included.
 * @returns the ids of those that are not deleted
 */
export async function replaceKindOfFiles(
  transaction: Transaction,
  { id, by }: { id: number; by: number },
): Promise<number[]> {
  const rows = await transaction.$queryRaw<{ datei_id: number; is_deleted: boolean }[]>`
    WITH locked AS (SELECT datei_id FROM files WHERE dateiart = ${id} ORDER BY datei_id FOR UPDATE)
    UPDATE files f SET dateiart = ${by} FROM locked WHERE f.datei_id = locked.datei_id
    RETURNING f.datei_id, f.deleted_at IS NOT NULL AS is_deleted`;
  return rows.flatMap(({ datei_id, is_deleted }) => (is_deleted ? [] : [datei_id]));
}
