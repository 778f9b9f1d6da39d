import { projectValues } from "../../support/factories";
import { layoutFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/*
 * At 320 px (1280 px at 400 % zoom) the focused element is not hidden (WCAG 2.4.11).
 * screens.spec.ts checks every page for content that is cut off at this width.
 */

test("at 400 % zoom the focused element is never covered by a bar", async ({ page, login }) => {
  await page.setViewportSize({ width: 320, height: 256 });
  await login();
  for (const path of ["/members", "/members/1", "/projects/new"]) {
    await page.goto(path);
    const hidden: string[] = [];
    for (let step = 0; step < 60; step++) {
      await page.keyboard.press("Tab");
      const covered = await page.evaluate(() => {
        const focused = document.activeElement;
        if (!focused || focused === document.body) return null;
        const box = focused.getBoundingClientRect();
        const [x, y] = [box.left + box.width / 2, Math.min(box.top + box.height / 2, innerHeight - 1)];
        const top = document.elementFromPoint(x, y);
        const isVisible = top !== null && (focused.contains(top) || top.contains(focused));
        return isVisible ? null : `${focused.outerHTML.slice(0, 120)} under ${top?.outerHTML.slice(0, 120)}`;
      });
      if (covered) hidden.push(covered);
    }
    expect(hidden, path).toEqual([]);
  }
});

/** A list with a filter, and one with several. */
const OPENED_VIEWS = [
  "/projects?where[status][in]=1",
  "/projects?where[status][in]=1,2&where[projektbeginn][from]=1990-01-01&where[titel][contains]=e&active_on=2026-01-01",
];

test("the top bar is one row of 56 px, in narrow windows two of 88 px, and a phone's list begins above 220 px", async ({
  page,
  login,
}) => {
  await login();
  for (const [width, height] of [
    [1440, 56],
    [1024, 56],
    [768, 88],
    [375, 88],
  ] as const) {
    await page.setViewportSize({ width, height: 740 });
    for (const path of ["/projects", ...OPENED_VIEWS, "/projects/1", "/dashboard"]) {
      await page.goto(path);
      await expect(page.getByRole("banner").getByText(/Kooperationsprojekt|Übersicht/)).toBeVisible();
      const bar = await page.getByRole("banner").boundingBox();
      expect(bar?.height, `${path} at ${width} px`).toBeLessThanOrEqual(height);
    }
  }
  for (const path of [...OPENED_VIEWS, "/projects"]) {
    await page.goto(path);
    const row = page.getByRole("row").filter({ has: page.getByRole("checkbox", { name: / auswählen$/ }) });
    expect((await row.first().boundingBox())?.y, path).toBeLessThan(220);
  }
  for (const path of ["/pages/files", "/pages/users"]) {
    await page.goto(path);
    expect((await page.locator("tbody tr").first().boundingBox())?.y, path).toBeLessThan(220);
  }
  await page.goto("/projects");
  await expect(page.getByRole("combobox", { name: "Themenfelder" })).toBeHidden();
  await page.getByRole("button", { name: "Eingrenzen" }).click();
  await expect(page.getByRole("combobox", { name: "Themenfelder" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Filter hinzufügen" })).toBeVisible();
});

test("on a phone the cards of a view show all of its columns", async ({ page, login, api }) => {
  const projekt_titel = unique("Karten");
  await create(api, "projects", projectValues({ projekt_titel, vertragsgrundlage: 0, projektbeginn: "2031-02-03" }));
  await page.setViewportSize({ width: 375, height: 740 });
  await login();
  const card = page.getByRole("row").filter({ hasText: projekt_titel });
  await page.goto(`/projects?filter=${encodeURIComponent(projekt_titel)}&columns=projekt_titel,status,projektbeginn`);
  await expect(card.getByRole("gridcell", { name: "03.02.2031" })).toBeVisible();
});

test("the dashboard's longest year chart fits 320 px", async ({ page, login, api }) => {
  const thisYear = new Date().getFullYear();
  for (let year = thisYear - 19; year <= thisYear; year++) {
    await create(api, "projects", projectValues({ vertragsgrundlage: 0, projektbeginn: `${year}-01-01` }));
  }
  await page.setViewportSize({ width: 320, height: 640 });
  await login();
  await page.goto("/dashboard");
  await expect(page.getByText(`${thisYear}:`)).toBeAttached();
  expect(await layoutFaults(page)).toEqual([]);
});

test("on a phone the open tab is in view when the page opens and after the language is switched", async ({
  page,
  login,
}) => {
  await page.setViewportSize({ width: 375, height: 667 });
  await login();
  await page.goto("/projects/1?tab=history");
  await expect(page.getByRole("tab", { name: "Verlauf" })).toBeInViewport({ ratio: 0.95 });
  await page.goto("/projects/1?tab=institutionen");
  await expect(page.getByRole("tab", { name: /^Partnerinstitutionen/ })).toBeInViewport({ ratio: 0.95 });
  await page.getByRole("button", { name: /English|EN/ }).click();
  await expect(page.getByRole("tab", { name: /^Partner institutions/ })).toBeInViewport({ ratio: 0.95 });
  await page.getByRole("button", { name: /Deutsch|DE/ }).click();
  await expect(page.getByRole("tab", { name: /^Partnerinstitutionen/ })).toBeInViewport({ ratio: 0.95 });
});
