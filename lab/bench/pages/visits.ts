import type { Page } from "@playwright/test";

/** What the first visit to a page transfers until the network is idle; sizes in KB, compressed. */
export type Visit = { requests: number; kilobytes: number; scripts: number; styles: number; fonts: number };

/** Time without requests after which a page counts as idle; preloads start half a second after the page. */
const IDLE_MS = 2_000;
const KILOBYTE = 1024;

/** Measures the first visit to the list of members, with an empty cache. */
export async function measureVisit(page: Page, url: string): Promise<Visit> {
  const network = await page.context().newCDPSession(page);
  const types = new Map<string, string>();
  const bytes = new Map<string, number>();
  let last = Date.now();
  network.on("Network.requestWillBeSent", ({ requestId, type }) => {
    types.set(requestId, type ?? "Other");
    last = Date.now();
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    bytes.set(requestId, encodedDataLength);
    last = Date.now();
  });
  await network.send("Network.enable");
  await page.goto(`${url}/members`);
  while (Date.now() - last < IDLE_MS) await page.waitForTimeout(IDLE_MS / 4);
  const sizeOf = (type?: string) =>
    [...bytes].reduce((sum, [id, size]) => sum + (type === undefined || types.get(id) === type ? size : 0), 0) /
    KILOBYTE;
  return {
    requests: types.size,
    kilobytes: sizeOf(),
    scripts: sizeOf("Script"),
    styles: sizeOf("Stylesheet"),
    fonts: sizeOf("Font"),
  };
}
