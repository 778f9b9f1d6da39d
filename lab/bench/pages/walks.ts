import { setTimeout as delay } from "node:timers/promises";
import type { Page } from "@playwright/test";

/** How long the pointer hovers before a click. */
const POINTING_MS = 300;
const ROW_LINKS = "tbody a.row-link";

/** Script for the page that records the time of each press of the pointer. */
export const RECORD_PRESS = `addEventListener("pointerdown", ({ timeStamp }) => (window.pressedAt = timeStamp), true);`;
type PressedWindow = Window & { pressedAt: number };

/**
 * Waits until an element is visible that contains a text.
 * @returns the time since the last press in ms
 */
export async function waitForElement(page: Page, selector: string, text = ""): Promise<number> {
  const waited = await page.waitForFunction(
    ([within = "", expectedText = ""]) =>
      [...document.querySelectorAll(within)].some(
        (element) => element.textContent?.includes(expectedText) && element.checkVisibility(),
      ) && performance.now() - (window as unknown as PressedWindow).pressedAt,
    [selector, text],
    { polling: "raf" },
  );
  return Number(await waited.jsonValue());
}

async function back(page: Page, name: string): Promise<number> {
  await page.evaluate(() => {
    (window as unknown as PressedWindow).pressedAt = performance.now();
    history.back();
  });
  return waitForElement(page, ROW_LINKS, name);
}

/**
 * Opens the record of a list row, and waits until its heading shows the surname from the list's
 * first column.
 */
async function open(page: Page, row: number, hovers: boolean): Promise<{ ms: number; name: string }> {
  const link = page.locator(ROW_LINKS).nth(row);
  const name = await link.evaluate((element) => element.firstChild?.textContent);
  if (!name) throw new Error("The row has no name to wait for");
  // If the pointer still rested on a row after the last click, that row's page could be prefetched
  // already.
  await page.mouse.move(0, 0);
  if (hovers) {
    await link.hover();
    await delay(POINTING_MS);
  }
  await link.click();
  return { ms: await waitForElement(page, "h1", name), name };
}

/** A slow connection: round trips of 200 ms, 1.6 Mbit/s in both directions. */
export const SLOW_NET = { name: ", slow net", latencyMs: 200, bytesPerSecond: (1.6 * 1024 * 1024) / 8 };

/**
 * Measures the time from a click to the visible result: list, record, back, the same record again,
 * the next page. Half of the clicks follow after the pointer has rested on the row.
 * @param times number of rows that are opened
 * @param net a slow connection; without it, that of the machine itself
 */
export async function measureWalks(
  page: Page,
  url: string,
  times: number,
  net?: typeof SLOW_NET,
): Promise<Map<string, number[]>> {
  const measured = new Map<string, number[]>();
  const recordTime = (step: string, ms: number) => {
    const name = step + (net?.name ?? "");
    measured.set(name, [...(measured.get(name) ?? []), ms]);
  };
  await page.goto(`${url}/members`, { waitUntil: "networkidle" });
  if (net) {
    const network = await page.context().newCDPSession(page);
    const { latencyMs: latency, bytesPerSecond } = net;
    const rates = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
    await network.send("Network.emulateNetworkConditions", { offline: false, latency, ...rates });
  }
  const rows = await page.locator(ROW_LINKS).count();
  for (let time = 0; time < times; time += 1) {
    const row = time % rows;
    const hovers = time % 2 === 1;
    const { ms, name } = await open(page, row, hovers);
    recordTime(hovers ? "list → record, pointed at first" : "list → record, pressed at once", ms);
    recordTime("record → back to the list", await back(page, name));
    const again = await open(page, row, hovers);
    recordTime(
      hovers ? "list → a record seen before, pointed at first" : "list → a record seen before, pressed at once",
      again.ms,
    );
    await back(page, name);
    if (row < rows - 1) continue;
    await page
      .getByRole("button", { name: "Nächste Seite" })
      .or(page.getByRole("link", { name: "Nächste Seite" }))
      .click();
    recordTime("list → next page", await waitForElement(page, "main", `Zeige ${time + 2} bis`));
  }
  return measured;
}

/** Waits until React has hydrated all controls of a page. */
export async function waitForHydration(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.querySelectorAll("button, input, select")].every((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactFiber$")),
    ),
  );
}
