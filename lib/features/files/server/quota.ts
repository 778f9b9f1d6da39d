import { BYTES_PER_GB, isNearlyFull, type StorageUse } from "../storage-use";
import { env } from "@/lib/base/config/env";
import { AppError } from "@/lib/base/errors/errors";
import type { Connection } from "@/lib/store/database/client";
import { storedBytes, storedContents } from "@/lib/store/files/file-contents";

/** Returns the quota of all files together in bytes, or null without one. */
function quotaBytes(): number | null {
  const { FILES_QUOTA_GB } = env();
  return FILES_QUOTA_GB === undefined ? null : FILES_QUOTA_GB * BYTES_PER_GB;
}

/** Reads how much the files occupy, equal bytes counted once, and their quota. */
export const readStorageUse = async (connection: Connection): Promise<StorageUse> => ({
  ...(await storedContents(connection)),
  quota: quotaBytes(),
});

/** @throws AppError storage_full when the contents are larger than `FILES_QUOTA_GB` */
export async function refuseBeyondQuota(connection: Connection): Promise<void> {
  const quota = quotaBytes();
  if (quota !== null && (await storedBytes(connection)) > quota)
    throw new AppError("storage_full", { headers: { "retry-after": "3600" } });
}

/** Reads how much the files occupy if that is so much that admins are warned; else null. */
export async function findScarceStorage(connection: Connection): Promise<{ bytes: number; quota: number } | null> {
  const quota = quotaBytes();
  if (quota === null) return null;
  const bytes = await storedBytes(connection);
  return isNearlyFull({ bytes, quota }) ? { bytes, quota } : null;
}

const gigabytes = (bytes: number) => (bytes / BYTES_PER_GB).toFixed(1);

/** Logs a warning when little of the quota is left. */
export async function warnAboutQuota(connection: Connection): Promise<void> {
  const scarce = await findScarceStorage(connection);
  if (!scarce) return;
  const amounts = `${gigabytes(scarce.bytes)} of ${gigabytes(scarce.quota)} GB`;
  console.error(`The files occupy ${amounts} (FILES_QUOTA_GB), beyond which uploads are refused.`);
}
