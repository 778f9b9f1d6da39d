import type { Page } from "@playwright/test";
import { expect } from "./fixtures";

/**
 * Makes the page record each toast: its type, and the time from its appearance until it is marked
 * as removed. Also records the delays passed to `setTimeout`, because on a busy machine the
 * measured time is longer.
 */
export async function recordToasts(page: Page) {
  await page.addInitScript(() => {
    const shownSince = new Map<Element, number>();
    const toasts: { text: string; type: string | null; durationMs: number }[] = [];
    const delays: (number | undefined)[] = [];
    const setTimeout = window.setTimeout.bind(window);
    const recordingSetTimeout = (run: TimerHandler, delay?: number, ...more: unknown[]) => {
      delays.push(delay);
      return setTimeout(run, delay, ...more);
    };
    Object.assign(window, { recordedToasts: toasts, timeoutDelays: delays, setTimeout: recordingSetTimeout });
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll("[data-sonner-toast]")) {
        const start = shownSince.get(toast);
        if (start === undefined) shownSince.set(toast, performance.now());
        else if (toast.getAttribute("data-removed") === "true" && Number.isFinite(start)) {
          const [text, type] = [toast.textContent ?? "", toast.getAttribute("data-type")];
          toasts.push({ text, type, durationMs: performance.now() - start });
          shownSince.set(toast, Number.NaN);
        }
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, attributeFilter: ["data-removed"] });
  });
}

/** Asserts the type of a toast, and that it is shown for `milliseconds`. */
export async function expectToast(page: Page, text: string, type: "success" | "error", milliseconds: number) {
  const toast = () =>
    page.evaluate((expected) => {
      type Toast = { text: string; type: string; durationMs: number };
      const { recordedToasts } = window as unknown as { recordedToasts: Toast[] };
      return recordedToasts.find((recorded) => recorded.text.includes(expected)) ?? { type: "", durationMs: 0 };
    }, text);
  await expect.poll(async () => (await toast()).type, { timeout: milliseconds + 10_000 }).toBe(type);
  const { durationMs } = await toast();
  expect(durationMs, text).toBeGreaterThan(milliseconds - 150);
  const delays = await page.evaluate(() => (window as unknown as { timeoutDelays: number[] }).timeoutDelays);
  expect(delays, text).toContain(milliseconds);
}
