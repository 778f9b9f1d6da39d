import type { Counts } from "./test-suites";

/** How one suite went: what it counted, and why it was left out if it was. */
export type Outcome = Counts & { leftOut?: string };

export type Suite = {
  name: string;
  budgetSeconds: number;
  /** Suites of other lanes that must have ended first, because both write the same files. */
  after?: string[];
  /** Runs the suite; `print` collects what it says. */
  run: (signal: AbortSignal, print: (text: string) => void) => Promise<Outcome>;
};

/** What a lane needs from the command that runs it. */
export type Runner = {
  /** Ends everything early. */
  signal: AbortSignal;
  /** Writes a whole piece of output at once, so that no two suites' lines mix. */
  write: (text: string) => void;
  /** What a suite's failure without a report is told as. */
  describe: (error: unknown) => string;
};

const SECOND = 1_000;
const WIDTH = 70;

async function runSuite({ name, budgetSeconds, run }: Suite, { signal, describe, write }: Runner): Promise<Outcome> {
  const budget = AbortSignal.timeout(budgetSeconds * SECOND);
  const start = Date.now();
  write(`${name} …`);
  const said: string[] = [];
  const outcome = await run(AbortSignal.any([budget, signal]), (text) => said.push(text)).catch(
    (error: unknown): Outcome => {
      said.push(describe(error));
      return { passed: 0, failed: 1 };
    },
  );
  if (budget.aborted) said.push(`${name} took longer than its ${budgetSeconds} s and was ended.`);
  const seconds = ((Date.now() - start) / SECOND).toFixed(1);
  const { passed, failed, leftOut } = outcome;
  said.push(leftOut ? `${name}: left out, ${leftOut}` : `${name}: ${passed} passed, ${failed} failed (${seconds} s)`);
  const heading = `\n──── ${name} ${"─".repeat(Math.max(0, WIDTH - name.length))}`;
  write([heading, ...said.map((text) => text.trimEnd()).filter(Boolean)].join("\n") + "\n");
  return outcome;
}

/**
 * Runs lanes side by side, the suites of a lane one after the other, each to its end. What a suite says is written when
 * it has ended.
 * @returns the outcome of each suite that was started, by name
 */
export async function runLanes(lanes: Suite[][], runner: Runner): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const ends = new Map<string, { ended: Promise<void>; end: () => void }>();
  for (const { name } of lanes.flat()) {
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    ends.set(name, { ended, end });
  }
  const runLane = async (lane: Suite[]) => {
    for (const suite of lane) {
      await Promise.all((suite.after ?? []).map((name) => ends.get(name)?.ended));
      if (!runner.signal.aborted) outcomes.set(suite.name, await runSuite(suite, runner));
      ends.get(suite.name)?.end();
    }
  };
  await Promise.all(lanes.map(runLane));
  return outcomes;
}
