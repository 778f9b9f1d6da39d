/** A recently viewed record. */
export type RecentRecord = {
  /** First segment of the kind's API path. */
  kind: string;
  id: number;
  label: string;
  detail: string;
};

/** Stored records of one account, newest first. */
type Kept = { account: number; records: RecentRecord[] };

const KEY = "recent records";

/** Maximum number of stored records. */
const MOST = 12;

const isRecord = (value: unknown): value is RecentRecord => {
  const { kind, id, label, detail } = (value ?? {}) as Record<string, unknown>;
  return typeof kind === "string" && typeof id === "number" && typeof label === "string" && typeof detail === "string";
};

function read(account: number): RecentRecord[] {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<Kept> | null;
    return kept?.account === account && Array.isArray(kept.records) ? kept.records.filter(isRecord) : [];
  } catch {
    // Storage may be blocked, or contain something else.
    return [];
  }
}

function write(kept: Kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Without storage, nothing is remembered.
  }
}

const isSame = (a: Pick<RecentRecord, "kind" | "id">, b: Pick<RecentRecord, "kind" | "id">) =>
  a.kind === b.kind && a.id === b.id;

/**
 * Returns an account's recently viewed records, stored in this browser only, for privacy. They are
 * cleared at logout and when another account uses the browser.
 */
export const recentRecords = (account: number): RecentRecord[] => read(account);

/** Adds a record as the most recent one. */
export function rememberRecord(account: number, record: RecentRecord): void {
  const others = read(account).filter((other) => !isSame(other, record));
  write({ account, records: [record, ...others].slice(0, MOST) });
}

/** Removes a record that no longer exists. */
export function forgetRecord(account: number, record: Pick<RecentRecord, "kind" | "id">): void {
  write({ account, records: read(account).filter((other) => !isSame(other, record)) });
}

/** Clears all records, so that the browser's next user does not see them. */
export function forgetRecords(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Blocked storage contains nothing.
  }
}
