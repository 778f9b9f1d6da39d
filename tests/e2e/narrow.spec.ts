import { projectValues } from "../factories";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { ACCOUNT_PAGES, PAGES } from "./pages";
import { create } from "./steps";

/* 320 px, which is also what 1280 px are at a zoom of 400 %: nothing is lost, cut off or hidden (WCAG 1.4.10, 2.4.11). */

/** What scrolls the page sideways, or whose words are cut off without a way to see the rest. */
const lostOn = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const style = getComputedStyle(element);
      const isCutting = style.overflowX === "hidden" || style.overflowX === "clip";
      // A pixel wide: words for screen readers only. With a title: the whole text is one gesture away.
      const isForEyes =
        element.clientWidth > 1 && element.checkVisibility() && !element.closest("[title], [aria-hidden]");
      const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return isCutting && isForEyes && hasWords && element.scrollWidth > element.clientWidth + 1;
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
      ...cut.map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
    ];
  });

for (const language of ["de", "en"] as const) {
  test(`nothing is too wide or cut off at 320 px: ${language}`, async ({ page, context, baseURL, login }) => {
    await context.addCookies([{ name: "NEXT_LOCALE", value: language, url: baseURL }]);
    await page.setViewportSize({ width: 320, height: 640 });
    const faults: string[] = [];
    for (const path of [...ACCOUNT_PAGES, ...PAGES]) {
      if (path === "/pages/user") await login();
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      const send = page.getByRole("main").locator("form:not([role=search]) button[type=submit]").last();
      if (await send.isVisible()) await send.click();
      faults.push(...(await lostOn(page)).map((fault) => `${path} ${fault}`));
    }
    expect(faults).toEqual([]);
  });
}

test("at 400 % what has the focus is never under a bar", async ({ page, login }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await login();
  for (const path of ["/members", "/members/1", "/projects/new"]) {
    await page.goto(path, { waitUntil: "networkidle" });
    const hidden: string[] = [];
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return null;
        const box = focused.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
        const top = document.elementFromPoint(x, y);
        const isSeen = top !== null && (focused.contains(top) || top.contains(focused));
        return isSeen ? null : focused.outerHTML.slice(0, 120);
      });
      if (covered) hidden.push(covered);
    }
    expect(hidden, path).toEqual([]);
  }
});

test("as many years as the dashboard shows fit 320 px", async ({ page, login, api }) => {
  const thisYear = new Date().getFullYear();
  for (let year = thisYear - 19; year <= thisYear + 10; year++) {
    await create(api, "projects", projectValues({ vertragsgrundlage: 0, projektbeginn: `${year}-01-01` }));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await login();
  await page.goto("/dashboard");
  await expect(page.getByText(`${thisYear + 10}:`)).toBeAttached();
  expect(await lostOn(page)).toEqual([]);
});
