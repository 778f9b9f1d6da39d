import type { APIRequestContext, Page } from "@playwright/test";
import { expect, test } from "../../../support/browser/fixtures";
import { create, unique } from "../../../support/browser/steps";
import { institutionValues } from "../../../support/factories";

/* The place of a record in the list from which it was opened. */

const COUNT = 12;

const position = (page: Page) => page.getByRole("group", { name: "Stelle in der Liste" });
const next = (page: Page) => page.getByRole("link", { name: "Nächster Datensatz der Liste" });
const previous = (page: Page) => page.getByRole("link", { name: "Vorheriger Datensatz der Liste" });
const heading = (page: Page, name: string) => page.getByRole("main").getByRole("heading", { level: 1, name });

/** Creates institutions of a common name, numbered from 01, more than a page of the list shows. */
async function institutions(api: APIRequestContext) {
  const name = unique("Reihe");
  const names = Array.from({ length: COUNT }, (_, index) => `${name} ${String(index + 1).padStart(2, "0")}`);
  const ids: number[] = [];
  for (const each of names) ids.push(await create(api, "institutions", institutionValues({ name: each })));
  const list = `/institutions?${new URLSearchParams({ filter: name })}`;
  return { names, ids, list };
}

/** Opens a record by its row. */
async function openRow(page: Page, name: string) {
  await page.getByRole("main").getByRole("link", { name, exact: true }).click();
  await expect(heading(page, name)).toBeVisible();
}

test.beforeEach(async ({ login }) => login());

test("a record opened from a list shows its position, and links to the previous and next record", async ({
  page,
  api,
}) => {
  const { names, list } = await institutions(api);
  await page.goto(list);
  await openRow(page, names[2] ?? "");
  await expect(position(page)).toHaveText("3 von 12");
  await next(page).click();
  await expect(heading(page, names[3] ?? "")).toBeFocused();
  await expect(position(page)).toHaveText("4 von 12");
  // The heading has the focus; the links are directly before it.
  await page.keyboard.press("Shift+Tab");
  await expect(next(page)).toBeFocused();
  await previous(page).click();
  await expect(heading(page, names[2] ?? "")).toBeVisible();
  await page.reload();
  await expect(position(page)).toHaveText("3 von 12");
});

test("a record's links to the previous and next record reach the whole list, beyond the current page", async ({
  page,
  api,
}) => {
  const { names, list } = await institutions(api);
  await page.goto(`${list}&pageNo=1`);
  await openRow(page, names[10] ?? "");
  await expect(position(page)).toHaveText("11 von 12");
  await previous(page).click();
  await expect(heading(page, names[9] ?? "")).toBeVisible();
  await expect(position(page)).toHaveText("10 von 12");
  await previous(page).click();
  await expect(position(page)).toHaveText("9 von 12");

  await page.goto(list);
  await openRow(page, names[9] ?? "");
  for (const number of [11, 12]) {
    await next(page).click();
    await expect(heading(page, names[number - 1] ?? "")).toBeVisible();
    await expect(position(page)).toHaveText(`${number} von 12`);
  }
  await expect(next(page)).toBeDisabled();
});

test("the kind in the header links back to the page of the list that shows the record", async ({ page, api }) => {
  const { names, list } = await institutions(api);
  await page.goto(list);
  await openRow(page, names[9] ?? "");
  const back = page.getByRole("banner").getByRole("link", { name: "Partnerinstitution", exact: true });
  await expect(position(page)).toBeVisible();
  expect(await back.getAttribute("href")).toBe(list);
  await next(page).click();
  await expect(heading(page, names[10] ?? "")).toBeVisible();
  await back.click();
  await expect(page).toHaveURL(`${list}&pageNo=1`);
  await expect(page.getByRole("row", { name: names[10] })).toBeVisible();
});

test("a record's position is updated when the list has become shorter", async ({ page, api }) => {
  const { names, ids, list } = await institutions(api);
  await page.goto(list);
  await openRow(page, names[9] ?? "");
  await expect(position(page)).toHaveText("10 von 12");
  for (const id of ids.slice(10)) await api.delete(`/api/institutions/${id}`);
  await next(page).click();
  await expect(position(page)).toHaveText("10 von 10");
  await expect(next(page)).toBeDisabled();
  await expect(heading(page, names[9] ?? "")).toBeVisible();
});

test("a failure to load the next record of a list is reported, and can be retried", async ({ page, api }) => {
  const { names, list } = await institutions(api);
  await page.goto(list);
  await openRow(page, names[9] ?? "");
  await expect(position(page)).toBeVisible();
  await page.route("**/api/institutions?*", (route) => route.abort());
  await next(page).click();
  await expect(page.getByRole("region", { name: /^Meldungen/ }).getByRole("listitem")).toBeVisible();
  await page.unroute("**/api/institutions?*");
  await next(page).click();
  await expect(heading(page, names[10] ?? "")).toBeVisible();
});

test("a record that is not in the last viewed list shows no position, and links to the whole list", async ({
  page,
  api,
}) => {
  const { names, list } = await institutions(api);
  const other = await create(api, "institutions", institutionValues({ name: unique("Anderswo") }));
  await page.goto(list);
  await openRow(page, names[0] ?? "");
  await expect(position(page)).toBeVisible();
  await page.goto(`/institution/${other}`);
  await page.waitForLoadState("networkidle");
  await expect(position(page)).toHaveCount(0);
  await expect(page.getByRole("banner").getByRole("link", { name: "Partnerinstitution", exact: true })).toHaveAttribute(
    "href",
    "/institutions",
  );
});

test("the position in the list does not cover the drawing of the section", async ({ page, api }) => {
  await page.setViewportSize({ width: 1440, height: 860 });
  const { names, list } = await institutions(api);
  await page.goto(list);
  await openRow(page, names[2] ?? "");
  const box = await position(page).boundingBox();
  const drawing = await page.locator("header .section-artwork").boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(drawing?.x ?? 0);
});
