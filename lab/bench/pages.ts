/**
 * `npm run bench:pages`: measures in Chromium, with 100,000 members, the time from a click to the
 * visible result: list, record, back, the same record again, the next page – fifty times each.
 *
 *   npm run bench:pages -- [--size 100000] [--times 50] [--write]
 *
 * `--write` writes the table into docs/performance.md.
 */
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import { chromium, type Page } from "@playwright/test";
import config from "../../playwright.config";
import { PLAIN_SESSION_COOKIE } from "@/lib/server/web/session-cookie-names";
import { logIn, startApp, withMembers } from "./app-under-load";
import { measuredOn, writeFigures } from "./tables";

const { values } = parseArgs({
  options: {
    size: { type: "string", default: "100000" },
    times: { type: "string", default: "50" },
    write: { type: "boolean", default: false },
  },
});

/** How long the pointer hovers before a click. */
const POINTING_MS = 300;
const ROW_LINKS = "tbody a.row-link";

/** The measured steps, and the goal for their 75th percentile in ms. */
const WAYS = [
  { way: "list → record, pressed at once" },
  { way: "record → back to the list", goal: 150 },
  { way: "list → a record seen before, pressed at once", goal: 50 },
  { way: "list → a record seen before, pointed at first", goal: 50 },
  { way: "list → record, pointed at first" },
  { way: "list → next page" },
] as const;
type Way = (typeof WAYS)[number]["way"];

/** Script for the page that records the time of each press of the pointer. */
const NOTE_PRESSING = `addEventListener("pointerdown", ({ timeStamp }) => (window.pressedAt = timeStamp), true);`;
type Pressed = Window & { pressedAt: number };

/** Waits until an element shows a text. @returns the time since the last press in ms */
async function until(page: Page, selector: string, text: string): Promise<number> {
  const waited = await page.waitForFunction(
    ([where = "", words = ""]) =>
      [...document.querySelectorAll(where)].some(
        (element) => element.textContent?.includes(words) && element.checkVisibility(),
      ) && performance.now() - (window as unknown as Pressed).pressedAt,
    [selector, text],
    { polling: "raf" },
  );
  return Number(await waited.jsonValue());
}

async function back(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as Pressed).pressedAt = performance.now();
    history.back();
  });
  return until(page, ROW_LINKS, name);
}

/**
 * Opens the record of a list row, and waits until its heading shows the surname from the list's
 * first column.
 */
async function open(page: Page, row: number, pointed: boolean): Promise<{ ms: number; name: string }> {
  const link = page.locator(ROW_LINKS).nth(row);
  const name = await link.evaluate((element) => element.firstChild?.textContent);
  if (!name) throw new Error("The row has no name to wait for");
  // If the pointer still rested on a row after the last click, that row's page could be prefetched
  // already.
  await page.mouse.move(0, 0);
  if (pointed) {
    await link.hover();
    await delay(POINTING_MS);
  }
  await link.click();
  return { ms: await until(page, "h1", name), name };
}

async function walk(page: Page, url: string, times: number): Promise<Map<Way, number[]>> {
  const measured = new Map<Way, number[]>(WAYS.map(({ way }) => [way, []]));
  const note = (way: Way, ms: number) => measured.get(way)?.push(ms);
  await page.goto(`${url}/members`, { waitUntil: "networkidle" });
  const rows = await page.locator(ROW_LINKS).count();
  for (let time = 0; time < times; time += 1) {
    const row = time % rows;
    const isPointed = time % 2 === 1;
    const { ms, name } = await open(page, row, isPointed);
    note(isPointed ? "list → record, pointed at first" : "list → record, pressed at once", ms);
    note("record → back to the list", await back(page, name));
    const again = await open(page, row, isPointed);
    note(
      isPointed ? "list → a record seen before, pointed at first" : "list → a record seen before, pressed at once",
      again.ms,
    );
    await back(page, name);
    if (row < rows - 1) continue;
    await page.getByRole("button", { name: "Nächste Seite" }).click();
    note("list → next page", await until(page, "main", `Zeige ${time + 2} bis`));
  }
  return measured;
}

const at = (share: number, sorted: number[]) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

function tableOf(measured: Map<Way, number[]>): string {
  const lines = WAYS.map((one) => {
    const sorted = (measured.get(one.way) ?? []).toSorted((a, b) => a - b);
    const goal = "goal" in one ? `${one.goal} ms` : "";
    const figures = [0.5, 0.75, 0.95].map((share) => `${at(share, sorted)?.toFixed(0) ?? "–"} ms`);
    return `| ${[one.way, sorted.length, ...figures, goal].join(" | ")} |`;
  });
  return [
    "| from pressing to seeing | times | p50 | p75 | p95 | goal for p75 |",
    "| --- | --: | --: | --: | --: | --: |",
    ...lines,
  ].join("\n");
}

const size = Number(values.size);
await withMembers(size, async (databaseUrl) => {
  const { browser: login } = await logIn(databaseUrl);
  const browser = await chromium.launch(config.use?.launchOptions);
  try {
    const app = await startApp(databaseUrl);
    try {
      const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, locale: "de-DE" });
      const [, token = ""] = login.cookie.split("=");
      await page.context().addCookies([{ name: PLAIN_SESSION_COOKIE, value: token, url: app.url }]);
      await page.addInitScript({ content: NOTE_PRESSING });
      const table = tableOf(await walk(page, app.url, Number(values.times)));
      console.log(table);
      if (values.write) writeFigures("walked", `${measuredOn()} ${size.toLocaleString("en")} members.\n\n${table}`);
    } finally {
      await app.stop();
    }
  } finally {
    await browser.close();
  }
});
// Exits explicitly, because open handles would keep the process running.
process.exit(0);
