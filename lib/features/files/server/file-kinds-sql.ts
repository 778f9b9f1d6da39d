import type { Connection } from "@/lib/store/database/client";

/** Whether a kind of file exists and is active. */
export async function isUsableFileKind(connection: Connection, id: number): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>`
    SELECT 1 FROM dateiarten WHERE dateiart_id = ${id} AND active`;
  return found.length > 0;
}

/** Whether a kind of file exists, active or not. */
export async function doesFileKindExist(connection: Connection, id: number): Promise<boolean> {
  const found = await connection.$queryRaw<unknown[]>`SELECT 1 FROM dateiarten WHERE dateiart_id = ${id}`;
  return found.length > 0;
}
