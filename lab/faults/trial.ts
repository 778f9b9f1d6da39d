import { messageOf } from "@/scripts/process/user-facing-error";
import { createDatabase, dropDatabase } from "@/scripts/postgres/throwaway-databases";

/**
 * A row of the report: the fault, the writes that the app had acknowledged, and the state found
 * afterwards.
 */
export type Finding = { fault: string; acknowledged: string; found: string; seconds: number; isGood: boolean };

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
export async function cleaned<Result>(work: (cleanup: Cleanup) => Promise<Result>): Promise<Result> {
  const cleanup = new Cleanup();
  try {
    return await work(cleanup);
  } finally {
    await cleanup.run();
  }
}

/** Creates a database for this trial. */
export async function ownDatabase({ serverUrl, template }: Bench, cleanup: Cleanup): Promise<string> {
  const { name, url } = await createDatabase(serverUrl, template);
  cleanup.add(() => dropDatabase(serverUrl, name));
  return url;
}

/** Maximum number of reported errors, because a fault often causes the same error everywhere. */
const TOLD = 10;
const toldShortly = (wrong: readonly string[]) =>
  [...wrong.slice(0, TOLD), ...(wrong.length > TOLD ? [`and ${wrong.length - TOLD} more`] : [])].join("; ");

/** Runs and times a fault, and returns its row of the report. */
export async function finding(
  fault: string,
  look: () => Promise<{ acknowledged: string; found: string; wrong: readonly string[] }>,
): Promise<Finding> {
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  try {
    const { acknowledged, found, wrong } = await look();
    return {
      ...{ fault, acknowledged, seconds: seconds(), isGood: wrong.length === 0 },
      found: wrong.length === 0 ? found : toldShortly(wrong),
    };
  } catch (error) {
    return { fault, acknowledged: "–", found: messageOf(error), seconds: seconds(), isGood: false };
  }
}

/** Formats findings as a table. */
export function tableOf(name: string, findings: readonly Finding[]): string {
  const rows = findings.map(({ fault, acknowledged, found, seconds, isGood }) =>
    [fault, acknowledged, found, seconds.toFixed(1), isGood ? "good" : "FAILED"].join(" | "),
  );
  return [
    `\n### ${name}\n`,
    "fault | acknowledged | found | seconds | verdict",
    "--- | --- | --- | ---: | ---",
    ...rows,
  ].join("\n");
}
