import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/**
 * Makes the page record each toast: its type, and the time from its appearance until it is marked
 * as removed. Also records the delays passed to `setTimeout`, because on a busy machine the
 * measured time is longer.
 */
export async function watchNotices(page: Page) {
  await page.addInitScript(() => {
    const since = new Map<Element, number>();
    const stays: { text: string; tone: string | null; stayed: number }[] = [];
    const asked: (number | undefined)[] = [];
    const setTimeout = window.setTimeout.bind(window);
    const noting = (run: TimerHandler, pause?: number, ...more: unknown[]) => {
      asked.push(pause);
      return setTimeout(run, pause, ...more);
    };
    Object.assign(window, { noticeStays: stays, askedPauses: asked, setTimeout: noting });
    new MutationObserver(() => {
      for (const notice of document.querySelectorAll("[data-sonner-toast]")) {
        const start = since.get(notice);
        if (start === undefined) since.set(notice, performance.now());
        else if (notice.getAttribute("data-removed") === "true" && Number.isFinite(start)) {
          const [text, tone] = [notice.textContent ?? "", notice.getAttribute("data-type")];
          stays.push({ text, tone, stayed: performance.now() - start });
          since.set(notice, Number.NaN);
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-removed"] });
  });
}

/** Asserts the type of a toast, and that it is shown for `milliseconds`. */
export async function expectStay(page: Page, text: string, tone: "success" | "error", milliseconds: number) {
  const notice = () =>
    page.evaluate((wanted) => {
      const { noticeStays } = window as unknown as { noticeStays: { text: string; tone: string; stayed: number }[] };
      return noticeStays.find((shown) => shown.text.includes(wanted)) ?? { tone: "", stayed: 0 };
    }, text);
  await expect.poll(async () => (await notice()).tone, { timeout: milliseconds + 10_000 }).toBe(tone);
  const { stayed } = await notice();
  expect(stayed, text).toBeGreaterThan(milliseconds - 150);
  const asked = await page.evaluate(() => (window as unknown as { askedPauses: number[] }).askedPauses);
  expect(asked, text).toContain(milliseconds);
}
