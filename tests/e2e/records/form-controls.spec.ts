import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { memberValues, projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { choose } from "../../support/browser/steps";

/* Form controls: searchable selects, the date picker, the layout of fields, and the save bar. */

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select, textarea"));
const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error("not shown");
  return box;
};

/** Collects the URLs of the page's write requests. */
function recordWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (["POST", "PUT", "DELETE"].includes(request.method())) sent.push(request.url());
  });
  return sent;
}

test.beforeEach(async ({ login }) => login());

test("a select with many options is searched by typing, one with few is a native select", async ({ page }) => {
  const sent = recordWrites(page);
  await page.goto("/members/new");
  await expect(page.locator("select").and(field(page, "Fakultät"))).toHaveCount(1);
  const institute = field(page, "Institut");
  await expect(institute).toHaveRole("combobox");
  await expect(institute).toHaveAttribute("placeholder", "Bitte wählen");
  await expect(institute).toHaveAttribute("aria-required", "true");

  const options = page.getByRole("listbox").getByRole("option");
  await institute.press("ArrowDown");
  await expect(options).toHaveCount(24);
  await page.keyboard.type("fruehe");
  await expect(options).toHaveText(["Institut für Frühe Bildung"]);
  await institute.press("Enter");
  await expect(institute).toHaveValue("Institut für Frühe Bildung");
  await expect(options).toHaveCount(0);

  // When the select is reopened, it shows the whole list, and arrow keys start at the selected
  // option.
  await institute.press("ArrowDown");
  await expect(options).toHaveCount(24);
  await institute.press("ArrowDown");
  await institute.press("Enter");
  await expect(institute).toHaveValue("Institut für Grundschulpädagogik");

  // The selection is kept after Escape, and when the user leaves the field with a text that matches
  // no option.
  await institute.click();
  await page.keyboard.type("xylophon");
  await expect(page.getByText("Keine Treffer")).toBeVisible();
  await institute.press("Enter");
  await institute.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(institute).toHaveValue("Institut für Grundschulpädagogik");
  await institute.press("Escape");
  await expect(institute).toHaveValue("Institut für Grundschulpädagogik");
  await page.keyboard.type("xylophon");
  await institute.press("Tab");
  await expect(institute).toHaveValue("Institut für Grundschulpädagogik");

  await institute.fill("");
  await institute.blur();
  await expect(institute).toHaveAccessibleDescription(/Bitte füllen Sie dieses Feld aus/);
  await expect(institute).toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(/\/members\/new$/);
  expect(sent).toEqual([]);
});

test("a searchable select without an empty option keeps its value when cleared, and a new choice is saved", async ({
  page,
  api,
}) => {
  const { data } = await (await api.post("/api/members/new", { data: memberValues({ titel: 1 }) })).json();
  await page.goto(`/members/${data.lastId}`);
  const title = field(page, "Titel");
  await expect(title).toHaveValue("Dr.");
  await title.fill("");
  await title.press("Tab");
  await expect(title).toHaveValue("Dr.");
  await choose(title, "Prof. Dr.");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const now = await (await api.get(`/api/members/${data.lastId}`)).json();
  expect(now.data.titel).toBe(2);
});

test("a project's start and end dates share a row if it is wide enough; a start date without an end begins a row", async ({
  page,
}) => {
  await page.goto("/projects/new");
  await choose(field(page, "Vertragsgrundlage"), "unbefristet");
  await expect(field(page, "Projektende")).toHaveCount(0);
  const basis = await boxOf(field(page, "Vertragsgrundlage"));
  expect((await boxOf(field(page, "Projektbeginn"))).x).toBeCloseTo(basis.x, 0);
  await choose(field(page, "Vertragsgrundlage"), "befristet");
  for (const width of [1440, 1024, 640]) {
    await page.setViewportSize({ width, height: 900 });
    const [start, end] = [await boxOf(field(page, "Projektbeginn")), await boxOf(field(page, "Projektende"))];
    expect(end.y, `at ${width}`).toBeCloseTo(start.y, 0);
    expect(end.x, `at ${width}`).toBeGreaterThan(start.x + start.width);
  }
  await page.setViewportSize({ width: 375, height: 900 });
  const [start, end] = [await boxOf(field(page, "Projektbeginn")), await boxOf(field(page, "Projektende"))];
  expect(end.x).toBeCloseTo(start.x, 0);
});

test("the date picker uses the app's language and is operated by keyboard", async ({ page, api, context, baseURL }) => {
  const sent = recordWrites(page);
  const dates = { vertragsgrundlage: 0, projektbeginn: "2026-03-31" };
  const { data } = await (await api.post("/api/projects/new", { data: projectValues(dates) })).json();
  await page.goto(`/projects/${data.lastId}`);
  const start = field(page, "Projektbeginn");
  const button = page.getByRole("button", { name: "Datum auswählen Projektbeginn" });
  const calendar = page.getByRole("dialog", { name: "Datum auswählen Projektbeginn" });
  await button.press("Enter");
  await expect(calendar.getByRole("grid")).toHaveAccessibleName("März 2026");
  // The column headers are hidden from screen readers, because the accessible name of each day
  // contains the weekday.
  await expect(calendar.locator("th").first()).toHaveText("Mo");
  const day = (name: string) => calendar.getByRole("button", { name: new RegExp(`(^|, )${name}`) });
  await expect(day("31. März 2026")).toBeFocused();
  expect(await accessibilityFaults(page)).toEqual([]);
  for (const [key, name] of [
    ["ArrowLeft", "30. März 2026"],
    ["ArrowUp", "23. März 2026"],
    ["ArrowRight", "24. März 2026"],
    ["ArrowDown", "31. März 2026"],
    ["Home", "Montag, 30. März 2026"],
    ["End", "Sonntag, 5. April 2026"],
    ["PageUp", "5. März 2026"],
    ["PageDown", "5. April 2026"],
    ["Shift+PageDown", "5. April 2027"],
  ] as const) {
    await page.keyboard.press(key);
    await expect(day(name), key).toBeFocused();
  }
  await page.keyboard.press("Escape");
  await expect(calendar).toHaveCount(0);
  await expect(button).toBeFocused();
  await expect(start).toHaveValue("31.03.2026");

  await button.click();
  await calendar.getByLabel("Jahr auswählen").selectOption("2027");
  await day("1. März 2027").click();
  await expect(calendar).toHaveCount(0);
  await expect(start).toHaveValue("01.03.2027");
  await button.press("Enter");
  await expect(day("1. März 2027")).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect(start).toHaveValue("02.03.2027");
  await expect(button).toBeFocused();
  expect(sent).toEqual([]);

  await page.getByRole("button", { name: "Verwerfen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL }]);
  await page.reload();
  await page.getByRole("button", { name: "Pick a date Project start" }).click();
  const english = page.getByRole("dialog");
  await expect(english.getByRole("grid")).toHaveAccessibleName("March 2026");
  await expect(english.locator("th").first()).toHaveText("Mo");
  await expect(english.getByRole("button", { name: "Tuesday, 31 March 2026" })).toBeFocused();
});

for (const [width, height] of [
  [1440, 768],
  [375, 667],
] as const) {
  test(`the save bar covers neither an invalid field nor its error, at ${width} × ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/projects/new");
    await field(page, "Projekttitel").fill(`Lang ${randomUUID().slice(0, 8)}`);
    await choose(field(page, "Vertragsgrundlage"), "k. A.");
    await field(page, "Einrichtungen").fill("k. A.");
    await page.getByRole("listbox").getByRole("option", { name: "k. A." }).click();
    await page.keyboard.press("Escape");
    const comments = field(page, "Kommentare");
    await comments.fill("Zeile ".repeat(1_700));
    await page.evaluate(() => window.scrollTo(0, 0));
    await page.getByRole("button", { name: "Speichern", exact: true }).press("Enter");
    await expect(comments).toBeFocused();
    const error = page.getByText(/^Höchstens/);
    const bar = page.locator("[data-save-bar]");
    const isUncovered = async (part: Locator) => {
      const [{ y, height: size }, below] = [await boxOf(part), await boxOf(bar)];
      return y >= 0 && y + size <= below.y;
    };
    await expect.poll(() => isUncovered(comments), { message: "the field" }).toBe(true);
    await expect.poll(() => isUncovered(error), { message: "its error" }).toBe(true);
  });
}
