export const BYTES_PER_MB = 1_048_576;
export const BYTES_PER_GB = 1_073_741_824;
/** The share of the quota from which admins are warned. */
const NEARLY_FULL_SHARE = 0.8;

/** What the contents of all files occupy, in bytes; `quota` is null without a limit. */
export type StorageUse = { contents: number; bytes: number; quota: number | null };

/** Whether so little of the quota is left that admins are warned. */
export const isNearlyFull = ({ bytes, quota }: Pick<StorageUse, "bytes" | "quota">): boolean =>
  quota !== null && bytes >= NEARLY_FULL_SHARE * quota;
