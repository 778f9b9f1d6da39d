import { messageOf } from "@/scripts/process/user-facing-error";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";

/**
 * A row of the report: the fault, the writes that the app had acknowledged, and the state found
 * afterwards.
 */
export type Finding = { fault: string; acknowledged: string; found: string; seconds: number; isOk: boolean };

/** The environment of a trial. */
export type Bench = {
  serverUrl: string;
  template: string;
  /** The short form, for `npm test`: the same faults, at fewer statements. */
  isShort: boolean;
};
export type Trial = { name: string; run: (bench: Bench) => Promise<Finding[]> };

/**
 * Collects cleanup functions, which run in reverse order at the end of a trial, even if the trial
 * has failed.
 */
export class Cleanup {
  private readonly undos: (() => unknown)[] = [];
  add(undo: () => unknown): void {
    this.undos.push(undo);
  }
  async run(): Promise<void> {
    for (const undo of this.undos.reverse()) await (async () => undo())().catch(() => undefined);
  }
}

/** Runs a trial's work and cleans up after it. */
export async function withCleanup<Result>(work: (cleanup: Cleanup) => Promise<Result>): Promise<Result> {
  const cleanup = new Cleanup();
  try {
    return await work(cleanup);
  } finally {
    await cleanup.run();
  }
}

/** Creates a database for this trial. */
export async function createTrialDatabase({ serverUrl, template }: Bench, cleanup: Cleanup): Promise<string> {
  const { name, url } = await createDatabase(serverUrl, template);
  cleanup.add(() => dropDatabase(serverUrl, name));
  return url;
}

/** Maximum number of reported errors, because a fault often causes the same error everywhere. */
const MAX_REPORTED = 10;
const summarize = (wrong: readonly string[]) =>
  [
    ...wrong.slice(0, MAX_REPORTED),
    ...(wrong.length > MAX_REPORTED ? [`and ${wrong.length - MAX_REPORTED} more`] : []),
  ].join("; ");

/** Runs and times a fault, and returns its row of the report. */
export async function recordFinding(
  fault: string,
  inject: () => Promise<{ acknowledged: string; found: string; wrong: readonly string[] }>,
): Promise<Finding> {
  const startedAt = performance.now();
  const seconds = () => (performance.now() - startedAt) / 1000;
  try {
    const { acknowledged, found, wrong } = await inject();
    return {
      ...{ fault, acknowledged, seconds: seconds(), isOk: wrong.length === 0 },
      found: wrong.length === 0 ? found : summarize(wrong),
    };
  } catch (error) {
    return { fault, acknowledged: "–", found: messageOf(error), seconds: seconds(), isOk: false };
  }
}

/** Formats findings as a table. */
export function tableOf(name: string, findings: readonly Finding[]): string {
  const rows = findings.map(({ fault, acknowledged, found, seconds, isOk }) =>
    [fault, acknowledged, found, seconds.toFixed(1), isOk ? "good" : "FAILED"].join(" | "),
  );
  return [
    `\n### ${name}\n`,
    "fault | acknowledged | found | seconds | verdict",
    "--- | --- | --- | ---: | ---",
    ...rows,
  ].join("\n");
}
