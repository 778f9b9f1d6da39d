/**
 * `npm run test:resilience`: the production build under real faults – killed at each statement of
 * its writes, a full disk, silent connections, a slow mail server, SIGTERM – and under load.
 *
 *   npm run test:resilience              all faults, then the load
 *   npm run test:resilience -- --only kill,hang
 *   npm run test:resilience -- --load    only the load
 *   npm run test:resilience -- --upgrade --from v1.0.0
 *   npm run test:resilience:short        each fault at fewer statements; a part of `npm test`
 *
 * Prints a report; the exit code is 1 if anything failed.
 */
import { inspect, parseArgs } from "node:util";
import { build, isBuilt } from "@/scripts/build/app-build";
import { reportFailure, UserFacingError } from "@/scripts/process/user-facing-error";
import { dropTemplate } from "@/scripts/postgres/throwaway-databases";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { createTemplate } from "@/tests/support/databases/template";
import { adoptTrialSettings } from "./accounts";
import { diskTrials } from "./disk";
import { hangTrials } from "./hang";
import { killTrials } from "./kill";
import { killImportTrials } from "./kill-import";
import { killMailTrials } from "./kill-mail";
import { loadTrials } from "./load";
import { sigtermTrials } from "./sigterm";
import { slowMailTrials } from "./slow-mail";
import { tableOf, type Bench, type Trial } from "./trial";
import { upgradeTrials } from "./upgrade";
import { pushAll } from "@/lib/model/pure/long-lists";

const { values } = parseArgs({
  options: {
    only: { type: "string" },
    short: { type: "boolean", default: false },
    load: { type: "boolean", default: false },
    upgrade: { type: "boolean", default: false },
    from: { type: "string" },
  },
});

const faults: readonly Trial[] = [
  ...killTrials,
  ...killImportTrials,
  ...killMailTrials,
  ...hangTrials,
  ...slowMailTrials,
  ...sigtermTrials,
  ...diskTrials,
];

/**
 * Trials of the short form: one of each type of fault. There is no load test, because its results
 * are unreliable on a shared machine.
 */
const SHORT = ["hang: the database", "mail", "kill: save", "kill: import", "sigterm", "disk: the records"];

const startsWithAny =
  (words: readonly string[]) =>
  ({ name }: Trial) =>
    words.some((word) => name.startsWith(word));

function chosenTrials(): readonly Trial[] {
  const { only, short, load, upgrade, from } = values;
  if (upgrade) return upgradeTrials(from);
  if (from !== undefined) throw new UserFacingError("--from requires --upgrade: it names the version to upgrade from.");
  if (load) return loadTrials;
  const all = [...faults, ...loadTrials];
  if (only) return all.filter(startsWithAny(only.split(",")));
  return short ? all.filter(startsWithAny(SHORT)) : all;
}

async function main(): Promise<boolean> {
  const pending = [...chosenTrials()];
  if (!isBuilt()) await build("collect");
  const server = await startTestServer();
  adoptTrialSettings(server.url);
  const template = await createTemplate(server.url);
  const bench: Bench = { serverUrl: server.url, template, isShort: values.short };
  const results: boolean[] = [];
  try {
    const runPending = async () => {
      for (let trial = pending.shift(); trial; trial = pending.shift()) {
        const { name, run } = trial;
        const findings = await run(bench).catch((error: unknown) => [
          { fault: name, acknowledged: "–", found: inspect(error), seconds: 0, isOk: false },
        ]);
        console.log(tableOf(name, findings));
        pushAll(
          results,
          findings.map(({ isOk: isOk }) => isOk),
        );
      }
    };
    // In the short form three trials run in parallel, because trials mostly wait. In the full form
    // they run one by one, because parallel trials would distort its measurements.
    await Promise.all(Array.from({ length: bench.isShort ? 3 : 1 }, runPending));
  } finally {
    await dropTemplate(server.url, template);
    await server.stop();
  }
  console.log(`\n${results.filter(Boolean).length} good, ${results.filter((isOk) => !isOk).length} failed`);
  return results.length > 0 && results.every(Boolean);
}

// Exits explicitly, because open handles would keep the process running.
process.exit((await main().catch(reportFailure)) ? 0 : 1);
