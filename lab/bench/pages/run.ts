/**
 * `npm run bench:pages`: measures what pages cost the server and the browser, with 100,000 members:
 * processor time and size of rendered pages, the first visit to a list, the first opening of menus
 * and dialogs, and the time from a click to the visible page.
 *
 *   npm run bench:pages -- [--size 100000] [--times 50] [--seconds 4] [--only cost,visit,openings,walks]
 *                          [--build FOLDER …] [--node PROGRAM …] [--write]
 *
 * `--build` names further checkouts with a build, for instance of the version before a change, and
 * `--node` further versions of Node.js. All are measured alternately in one run. `--write` writes
 * the tables of this build into lab/results/performance.md.
 */
import path from "node:path";
import { parseArgs } from "node:util";
import { chromium, type Browser, type Page } from "@playwright/test";
import config from "../../../playwright.config";
import { STANDALONE } from "@/scripts/build/app-build";
import { PLAIN_SESSION_COOKIE } from "@/lib/base/web/session-cookie-names";
import { logIn, startApp, withMembers } from "../app-under-load";
import type { Target } from "../drive";
import { measuredOn, writeFigures } from "../tables";
import { measureCost, type Cost } from "./cost";
import { measureOpenings } from "./openings";
import { measureVisit, type Visit } from "./visits";
import { measureWalks, RECORD_PRESS, SLOW_NET } from "./walks";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "100000" },
    times: { type: "string", default: "50" },
    seconds: { type: "string", default: "4" },
    only: { type: "string", default: "cost,visit,openings,walks" },
    build: { type: "string", multiple: true, default: [] },
    node: { type: "string", multiple: true, default: [] },
    write: { type: "boolean", default: false },
  },
});

const ROUNDS = 3;
const selected = values.only.split(",");

/** A build run by a version of Node.js. */
type Variant = { name: string; standalone: string; runtime: string };

const builds = [...values.build.map((folder) => path.resolve(folder, ".next/standalone")), STANDALONE];
const nodes = values.node.length > 0 ? values.node : [process.execPath];
const variants: Variant[] = nodes.flatMap((node) =>
  builds.map((standalone) => ({
    name: `${path.basename(path.resolve(standalone, "../.."))}, ${path.relative(process.cwd(), node)}`,
    ...{ standalone, runtime: node },
  })),
);

type Results = {
  costs: Map<string, Cost[]>;
  visits: Visit[];
  openings: Map<string, number[]>;
  walks: Map<string, number[]>;
};

const percentile = (share: number, all: readonly number[]) => {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
};
const median = (all: readonly number[]) => percentile(0.5, all);
const formatWhole = (value: number) => (Number.isFinite(value) ? value.toFixed(0) : "–");
const append = <T>(map: Map<string, T[]>, more: Iterable<readonly [string, T[]]>) => {
  for (const [name, figures] of more) map.set(name, [...(map.get(name) ?? []), ...figures]);
};

type Session = { program: Record<string, string>; browser: { cookie: string } };

/** Opens a page in a browser context of its own, with an empty cache, logged in. */
async function openLoggedInPage(browser: Browser, app: Target, session: Session): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "de-DE" });
  const [, token = ""] = session.browser.cookie.split("=");
  await context.addCookies([{ name: PLAIN_SESSION_COOKIE, value: token, url: app.url }]);
  const page = await context.newPage();
  await page.addInitScript({ content: RECORD_PRESS });
  return page;
}

async function measure(databaseUrl: string, variant: Variant, session: Session, browser: Browser, to: Results) {
  const app = await startApp(databaseUrl, variant);
  const withPage = async <T>(work: (page: Page) => Promise<T>): Promise<T> => {
    const page = await openLoggedInPage(browser, app, session);
    return work(page).finally(() => page.context().close());
  };
  try {
    // The first requests load the server's modules.
    await withPage((page) => page.goto(`${app.url}/members`, { waitUntil: "networkidle" }));
    if (selected.includes("cost")) {
      const seconds = Number(values.seconds);
      append(to.costs, await withPage((page) => measureCost(app, databaseUrl, session.browser, page, seconds)));
    }
    if (selected.includes("visit")) to.visits.push(await withPage((page) => measureVisit(page, app.url)));
    if (selected.includes("openings")) append(to.openings, await measureOpenings(withPage, app.url));
    if (selected.includes("walks")) {
      const times = Math.ceil(Number(values.times) / ROUNDS);
      append(to.walks, await withPage((page) => measureWalks(page, app.url, times)));
      append(to.walks, await withPage((page) => measureWalks(page, app.url, Math.ceil(times / 2), SLOW_NET)));
    }
  } finally {
    await app.stop();
  }
}

function table(headings: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  const rule = headings.map((_, index) => (index === 0 ? "---" : "--:"));
  return [headings, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function tablesOf({ costs, visits, openings, walks }: Results): string {
  const parts: string[] = [];
  if (costs.size > 0) {
    const lines = [...costs].map(([name, all]) => [
      name,
      `${median(all.map(({ cpuMs }) => cpuMs)).toFixed(1)} ms`,
      `${median(all.map(({ kilobytes }) => kilobytes)).toFixed(1)} KB`,
    ]);
    parts.push(table(["rendered page", "processor", "unpacked"], lines));
  }
  if (visits.length > 0) {
    const visit = (figure: keyof Visit) => formatWhole(median(visits.map((one) => one[figure])));
    const headings = [
      "first visit to a list until idle",
      "requests",
      "over the wire",
      "scripts",
      "stylesheets",
      "fonts",
    ];
    const sizes = (["kilobytes", "scripts", "styles", "fonts"] as const).map((name) => `${visit(name)} KB`);
    parts.push(table(headings, [["", visit("requests"), ...sizes]]));
  }
  const times = (headings: string, map: Map<string, number[]>) => {
    const lines = [...map].map(([name, all]) => [
      name,
      all.length,
      ...[0.5, 0.75, 0.95].map((share) => `${formatWhole(percentile(share, all))} ms`),
    ]);
    if (map.size > 0) parts.push(table([headings, "times", "p50", "p75", "p95"], lines));
  };
  times("first opening, from pressing to seeing", openings);
  times("from pressing to seeing", walks);
  return parts.join("\n\n");
}

const size = Number(values.size);
await withMembers(size, async (databaseUrl) => {
  const session = await logIn(databaseUrl);
  const browser = await chromium.launch(config.use?.launchOptions);
  const all = variants.map((variant) => ({
    variant,
    results: { costs: new Map(), visits: [], openings: new Map(), walks: new Map() } as Results,
  }));
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { variant, results } of all) await measure(databaseUrl, variant, session, browser, results);
    }
  } finally {
    await browser.close();
  }
  for (const { variant, results } of all) console.log(`\n## ${variant.name}\n\n${tablesOf(results)}`);
  const own = all.find(({ variant }) => variant.standalone === STANDALONE);
  if (values.write && own)
    writeFigures("walked", `${measuredOn()} ${size.toLocaleString("en")} members.\n\n${tablesOf(own.results)}`);
});
// Exits explicitly, because open handles would keep the process running.
process.exit(0);
