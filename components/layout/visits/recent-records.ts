/** A record that somebody has looked at. */
export type RecentRecord = {
  /** Its kind by the first word of its API path. */
  kind: string;
  id: number;
  label: string;
  detail: string;
};

/** The records that an account has looked at in this browser, the last one first. */
type Kept = { account: number; records: RecentRecord[] };

const KEY = "recent records";

/** So many are kept. */
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
    // Storage that the browser locks, or that somebody else has written to, holds nothing.
    return [];
  }
}

function write(kept: Kept) {
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // Then nothing is remembered.
  }
}

const isSame = (a: Pick<RecentRecord, "kind" | "id">, b: Pick<RecentRecord, "kind" | "id">) =>
  a.kind === b.kind && a.id === b.id;

/**
 * What an account has looked at last, in this browser. The server is not told: who looked at what is nobody's business.
 * It goes with the logout, and when another account comes to the same browser.
 */
export const recentRecords = (account: number): RecentRecord[] => read(account);

/** Keeps a record as the one that was looked at last. */
export function rememberRecord(account: number, record: RecentRecord): void {
  const others = read(account).filter((other) => !isSame(other, record));
  write({ account, records: [record, ...others].slice(0, MOST) });
}

/** Forgets a record that is no more. */
export function forgetRecord(account: number, record: Pick<RecentRecord, "kind" | "id">): void {
  write({ account, records: read(account).filter((other) => !isSame(other, record)) });
}

/** Forgets all of them: who logs in next in this browser need not know what was looked at. */
export function forgetRecords(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept, either.
  }
}
