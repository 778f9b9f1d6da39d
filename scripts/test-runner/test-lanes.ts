import type { Counts } from "./test-suites";

/** How one suite went: what it counted, and why it was left out if it was. */
export type Outcome = Counts & { leftOut?: string };

export type Suite = {
  name: string;
  budgetSeconds: number;
  /** Suites that must have ended first: what they make is needed, or both write the same files. */
  after?: string[];
  /** Runs the suite; `print` collects what it says. */
  run: (signal: AbortSignal, print: (text: string) => void) => Promise<Outcome>;
};

/** What the suites need from the command that runs them. */
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
 * Runs suites, so many at a time: whichever lane is free takes the first that may begin, so that none stands idle while there is
 * something to do. What a suite says is written when it has ended.
 * @returns the outcome of each suite that was started, by name
 */
export async function runSuites(
  suites: readonly Suite[],
  lanes: number,
  runner: Runner,
): Promise<Map<string, Outcome>> {
  const outcomes = new Map<string, Outcome>();
  const waiting = [...suites];
  const running = new Map<string, Promise<void>>();
  const mayBegin = ({ after = [] }: Suite) =>
    !after.some((name) => running.has(name) || waiting.some((suite) => suite.name === name));
  const runLane = async () => {
    while (waiting.length > 0 && !runner.signal.aborted) {
      const suite = waiting.find(mayBegin);
      if (!suite) {
        if (running.size === 0) throw new Error(`${waiting.map(({ name }) => name).join(", ")} wait for each other`);
        await Promise.race(running.values());
        continue;
      }
      waiting.splice(waiting.indexOf(suite), 1);
      const work = runSuite(suite, runner).then((outcome) => {
        outcomes.set(suite.name, outcome);
        running.delete(suite.name);
      });
      running.set(suite.name, work);
      await work;
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return outcomes;
}
