/** A recently viewed record. */
export type RecentRecord = {
  /** First segment of the kind's API path. */
  kind: string;
  id: number;
  label: string;
  detail: string;
};

/**
 * Records that an account has recently viewed, as stored in localStorage; the last viewed comes
 * first.
 */
type StoredRecords = { account: number; records: RecentRecord[] };

const KEY = "recent records";

/** Maximum number of stored records. */
const MAX_RECORDS = 12;

const isRecord = (value: unknown): value is RecentRecord => {
  const { kind, id, label, detail } = (value ?? {}) as Record<string, unknown>;
  return typeof kind === "string" && typeof id === "number" && typeof label === "string" && typeof detail === "string";
};

function read(account: number): RecentRecord[] {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "null") as Partial<StoredRecords> | null;
    return stored?.account === account && Array.isArray(stored.records) ? stored.records.filter(isRecord) : [];
  } catch {
    // localStorage may be blocked, or contain invalid data.
    return [];
  }
}

function write(stored: StoredRecords) {
  try {
    localStorage.setItem(KEY, JSON.stringify(stored));
  } catch {
    // If localStorage is blocked or full, the visit is not stored.
  }
}

const isSame = (a: Pick<RecentRecord, "kind" | "id">, b: Pick<RecentRecord, "kind" | "id">) =>
  a.kind === b.kind && a.id === b.id;

/**
 * Returns the records that an account has recently viewed. For privacy, they are stored only in
 * this browser, and cleared at logout and when another account uses the browser.
 */
export const recentRecords = (account: number): RecentRecord[] => read(account);

/** Stores a record as the most recently viewed one. */
export function rememberRecord(account: number, record: RecentRecord): void {
  const others = read(account).filter((other) => !isSame(other, record));
  write({ account, records: [record, ...others].slice(0, MAX_RECORDS) });
}

/** Removes a record that no longer exists from the recently viewed ones. */
export function forgetRecord(account: number, record: Pick<RecentRecord, "kind" | "id">): void {
  write({ account, records: read(account).filter((other) => !isSame(other, record)) });
}

/** Clears the recently viewed records, so that the browser's next user does not see them. */
export function forgetRecords(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // If localStorage is blocked, there is nothing to clear.
  }
}
