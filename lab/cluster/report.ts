import type { BackupReport } from "./backups";
import type { Load } from "./load";
import { maxOf, minOf } from "@/lib/model/pure/long-lists";

/** The results of one fault. */
export type Outcome = {
  name: string;
  /** Writes acknowledged from the fault until the cluster was healthy again. */
  acknowledged: number;
  /** Uploads acknowledged meanwhile. */
  uploads: number;
  /** Lost and partial writes and uploads. */
  lost: number;
  partial: number;
  /**
   * Number of acknowledged writes in the whole run so far that the same client's next read did not
   * show.
   */
  staleReads: number;
  /** The longest time without a successful request, in seconds. */
  write: number;
  read: number;
  isSessionValid: boolean;
  restarts: number;
  /** True if writes resumed in time. */
  hasRecovered: boolean;
};

/** Goals: maximum time without a successful write or read, in seconds. */
const GOALS = { write: 15, read: 2 };

export const log = (line: string): void => console.log(`${new Date().toISOString().slice(11, 19)}  ${line}`);

/** Logs the outcome of one fault. */
export const logOutcome = ({ name, acknowledged, uploads, lost, partial, staleReads, write, read }: Outcome): void =>
  log(
    `${name}: ${acknowledged} writes and ${uploads} uploads acknowledged, ${lost} lost, ${partial} half, ${staleReads} unseen so far; ` +
      `${write.toFixed(1)} s without a write, ${read.toFixed(1)} s without a read`,
  );

const formatSeconds = (seconds: number, goal: number) => `${seconds.toFixed(1)}${seconds > goal ? " (!)" : ""}`;

function printTable(rows: readonly (readonly string[])[]): void {
  const widths =
    rows[0]?.map((_, column) =>
      maxOf(
        rows.map((row) => row.at(column)?.length ?? 0),
        0,
      ),
    ) ?? [];
  for (const row of rows)
    console.log(`| ${row.map((cell, column) => cell.padEnd(widths.at(column) ?? 0)).join(" | ")} |`);
}

/** Prints a table of the outcomes of all faults; (!) marks a missed goal. */
export function printOutcomes(outcomes: readonly Outcome[], load: Load): void {
  console.log("");
  printTable([
    [
      "Fault",
      "Acknowledged",
      "Uploads",
      "Lost",
      "Half",
      "Longest without a write (s)",
      "Without a read (s)",
      "Login",
      "App restarted",
    ],
    ["---", "---", "---", "---", "---", "---", "---", "---", "---"],
    ...outcomes.map(({ name, acknowledged, uploads, lost, partial, write, read, isSessionValid, restarts }) => [
      ...[name, String(acknowledged), String(uploads), String(lost), String(partial)],
      ...[
        formatSeconds(write, GOALS.write),
        formatSeconds(read, GOALS.read),
        isSessionValid ? "holds" : "LOST",
        restarts === 0 ? "no" : String(restarts),
      ],
    ]),
  ]);
  const { writes, reads, refused, refusedUploads } = load.counts();
  console.log(
    `\nIn all ${load.acknowledged.length} writes were acknowledged (${refused.write} were refused or not answered) and ${reads} lists read ` +
      `(${refused.read} refused). Own writes not seen right afterwards: ${load.staleReads.length} of ${writes}. ` +
      `Of ${load.uploads.length + refusedUploads} uploads of 20 MB ${load.uploads.length} were acknowledged.`,
  );
}

const median = (values: readonly number[]) => values.toSorted((one, other) => one - other).at(values.length / 2) ?? 0;

export function printFailovers(failoverOutcomes: readonly Outcome[]): void {
  if (failoverOutcomes.length === 0) return;
  const [writes, reads] = [failoverOutcomes.map(({ write }) => write), failoverOutcomes.map(({ read }) => read)];
  const formatRange = (values: readonly number[]) =>
    `${minOf(values, Infinity).toFixed(1)} to ${maxOf(values, -Infinity).toFixed(1)}, half of them within ${median(values).toFixed(1)}`;
  const sum = (of: (outcome: Outcome) => number) => failoverOutcomes.reduce((all, outcome) => all + of(outcome), 0);
  console.log(`\n${failoverOutcomes.length} failovers in a row, the leader killed each time:`);
  console.log(
    `  seconds without a write: ${formatRange(writes)} (goal ${GOALS.write}; missed ${writes.filter((each) => each > GOALS.write).length} times)`,
  );
  console.log(
    `  seconds without a read: ${formatRange(reads)} (goal ${GOALS.read}; missed ${reads.filter((each) => each > GOALS.read).length} times)`,
  );
  const lost = maxOf(
    failoverOutcomes.map((outcome) => outcome.lost),
    0,
  );
  const partial = maxOf(
    failoverOutcomes.map((outcome) => outcome.partial),
    0,
  );
  console.log(
    `  writes acknowledged meanwhile: ${sum(({ acknowledged }) => acknowledged)}, lost ${lost}, half ${partial}; ` +
      `logins lost: ${failoverOutcomes.filter(({ isSessionValid }) => !isSessionValid).length}; restarts of the app: ${sum(({ restarts }) => restarts)}`,
  );
}

export function printBackups({ full, incremental, restore, rows, differences, remainingRows }: BackupReport): void {
  console.log(
    `\npgBackRest: full backup ${full.toFixed(1)} s, incremental ${incremental.toFixed(1)} s; after all rows of a table were deleted ` +
      `(${remainingRows} left) the state before was restored in ${restore.toFixed(1)} s: ${rows} rows, ${differences.length === 0 ? "the same as then" : "NOT THE SAME"}.`,
  );
  for (const difference of differences) console.log(`  ${difference}`);
}
