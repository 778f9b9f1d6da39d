import type { Page } from "@playwright/test";
import { personValues, projectValues } from "../../support/factories";
import { waitForHydration, expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/*
 * Forms: the Enter key, the state after saving, marks and messages at fields, and leaving with
 * unsaved changes.
 */

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select, textarea"));
const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true });
const saved = (page: Page) => page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
const markOf = (page: Page, label: string, name: string) =>
  field(page, label).locator("xpath=ancestor::div[label or div/label][1]").getByRole("img", { name });
const tickOf = (page: Page, label: string) => markOf(page, label, "Eingabe gültig");
const hintIconOf = (page: Page, label: string) => markOf(page, label, "Gültig, mit Hinweis");

/** Collects the method and URL of the page's write requests. */
function recordWrites(page: Page): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (["POST", "PUT", "DELETE"].includes(request.method())) sent.push(`${request.method()} ${request.url()}`);
  });
  return sent;
}

test.beforeEach(async ({ login }) => login());

test("Enter in a select, a combobox or a date field never saves the form", async ({ page }) => {
  const sent = recordWrites(page);
  await page.goto("/projects/new");
  await field(page, "Projekttitel").fill(unique("Halb fertig"));
  const facilities = page.getByLabel("Einrichtungen");
  await facilities.fill("k. A.");
  await page.getByRole("listbox").getByRole("option", { name: "k. A." }).click();
  await facilities.fill("gibt es nicht");
  await expect(page.getByText("Keine Treffer")).toBeVisible();
  await facilities.press("Enter");
  await page.keyboard.press("Escape");
  await field(page, "Status").press("Enter");
  await field(page, "Vertragsgrundlage").selectOption({ index: 3 });
  await field(page, "Projektbeginn").fill("01022025");
  await field(page, "Projektbeginn").press("Enter");
  await field(page, "Projektbeginn").blur();
  await expect(field(page, "Projektbeginn")).toHaveValue("01.02.2025");
  await expect(page).toHaveURL(/\/new$/);
  expect(sent).toEqual([]);
});

test("after creating a record no changes are unsaved, and Enter opens the new record", async ({ page }) => {
  await page.goto("/person/new");
  await expect(field(page, "Titel"), "a new form focuses its first field").toBeFocused();
  const surname = unique("Neu");
  for (const [label, text] of [
    ["Vorname", "Pia"],
    ["Nachname", surname],
    ["E-Mail", "pia@example.org"],
  ] as const) {
    await field(page, label).fill(text);
  }
  await page.keyboard.press("Control+s");
  await expect(saved(page).getByRole("button", { name: "Weiter bearbeiten" })).toBeFocused();
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeHidden();
  await expect(page.locator("form [aria-busy=true], form .animate-spin")).toHaveCount(0);
  await expect(page.getByText("Daten gespeichert")).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: `Pia ${surname}` })).toBeVisible();
  await expect(page.getByText("Daten gespeichert")).toBeVisible();
});

test("the question after creating shows a tick, and its filled button continues editing", async ({ page }) => {
  await page.goto("/person/new");
  await field(page, "Vorname").fill("Pia");
  const filledColour = await save(page).evaluate((element) => getComputedStyle(element).backgroundColor);
  await field(page, "Nachname").fill(unique("Haken"));
  await field(page, "E-Mail").fill("pia@example.org");
  await save(page).click();
  const colourOf = (button: string) =>
    saved(page)
      .getByRole("button", { name: button })
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect(saved(page).locator(".icon-circle-check")).toBeVisible();
  expect(await colourOf("Weiter bearbeiten")).toBe(filledColour);
  expect(await colourOf("Ja")).not.toBe(filledColour);
});

test("title and names share a row on wide screens, in the order of the specification, and are stacked on phones", async ({
  page,
}) => {
  const orders = [
    ["/members/new", ["Titel", "Nachname", "Vorname"]],
    ["/person/new", ["Titel", "Vorname", "Nachname"]],
  ] as const;
  for (const [path, labels] of orders) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(path);
    const boxes = () => Promise.all(labels.map(async (label) => (await field(page, label).boundingBox())!));
    const wide = await boxes();
    expect(new Set(wide.map(({ y }) => Math.round(y))).size, path).toBe(1);
    expect(wide.map(({ x }) => x)).toEqual(wide.map(({ x }) => x).sort((a, b) => a - b));
    expect(wide[0]!.width).toBeLessThan(wide[1]!.width * 0.6);
    await page.setViewportSize({ width: 375, height: 900 });
    const narrow = await boxes();
    expect(new Set(narrow.map(({ x }) => Math.round(x))).size, path).toBe(1);
    expect(new Set(narrow.map(({ width }) => Math.round(width))).size, path).toBe(1);
  }
});

test("a valid but implausible value has a hint icon instead of a tick", async ({ page, api }) => {
  const id = await create(api, "projects", projectValues());
  await page.goto(`/projects/${id}`);
  await field(page, "Kündigungsfrist").fill("irgendwann einmal");
  await expect(page.getByText(/^Nicht erkannt\./)).toBeVisible();
  await expect(hintIconOf(page, "Kündigungsfrist")).toBeVisible();
  await expect(tickOf(page, "Kündigungsfrist")).toHaveCount(0);
  await field(page, "Kündigungsfrist").fill("3 Monate zum Jahresende");
  await expect(tickOf(page, "Kündigungsfrist")).toBeVisible();
  await expect(hintIconOf(page, "Kündigungsfrist")).toHaveCount(0);

  const website = field(page, "Projektwebseite");
  await website.fill("www.example.org");
  await website.blur();
  await expect(hintIconOf(page, "Projektwebseite")).toBeVisible();
  await expect(website).toHaveAccessibleDescription(/Diese Adresse kann so nicht stimmen/);
  await website.fill("www.ph-musterstadt.de");
  await expect(tickOf(page, "Projektwebseite")).toBeVisible();
  await website.fill("kein Ort");
  await expect(website).toHaveAttribute("aria-invalid", "true");
  await expect(hintIconOf(page, "Projektwebseite"), "an error is no doubt").toHaveCount(0);
});

test("only changed, valid fields have a tick, and several errors are listed above the form, each linked to its field", async ({
  page,
}) => {
  await page.goto("/projects/new");
  await field(page, "Vertragsgrundlage").selectOption({ index: 3 });
  await field(page, "Förderer").click();
  await field(page, "Projektbeginn").fill("31.2.2027");
  await field(page, "Projektbeginn").blur();
  await expect(field(page, "Projektbeginn")).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("Bitte geben Sie ein gültiges Datum ein")).toBeVisible();
  await expect(tickOf(page, "Förderer")).toHaveCount(0);
  await field(page, "Förderer").fill("DAAD");
  await expect(tickOf(page, "Förderer")).toBeVisible();
  await save(page).click();
  const summary = page.getByRole("alert").filter({ hasText: "Bitte prüfen Sie" });
  await expect(summary.getByRole("listitem").first()).toHaveText("Projekttitel fehlt");
  await expect(summary.getByRole("listitem").filter({ hasText: "Projektbeginn" })).toHaveText(
    "Projektbeginn: kein gültiges Datum",
  );
  await expect(summary.getByRole("listitem").filter({ hasText: "Einrichtungen" })).toHaveText("Einrichtungen fehlen");
  await expect(tickOf(page, "Projektwebsite"), "empty and optional").toHaveCount(0);
  await summary.getByRole("button", { name: "Projektbeginn" }).click();
  await expect(field(page, "Projektbeginn")).toBeFocused();
  await field(page, "Projekttitel").fill("x".repeat(480));
  await expect(page.getByText("Noch 20 Zeichen frei")).toBeVisible();
});

test("unsaved changes can be discarded or saved when leaving; an unchanged form sends nothing", async ({
  page,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues({ position: "alt" }) })).json();
  const path = `/person/${data.lastId}`;
  const sent = recordWrites(page);
  await page.goto(path);
  await save(page).click();
  await expect(page.getByText("Es gab nichts zu speichern")).toBeVisible();
  expect(sent).toEqual([]);

  await field(page, "Position").fill("verworfen");
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await expect(field(page, "Position")).toHaveValue("alt");
  await expect(page.getByRole("button", { name: "Verwerfen" })).toHaveCount(0);

  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await field(page, "Nachname").fill("");
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Speichern und verlassen" }).click();
  await expect(field(page, "Nachname"), "a refused save stays on the page").toHaveAttribute("aria-invalid", "true");
  await expect(page).toHaveURL(path);
  await field(page, "Nachname").fill("Gespeichert");
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Speichern und verlassen" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  const now = await (await api.get(`/api/persons/${data.lastId}`)).json();
  expect(now.data).toMatchObject({ nachname: "Gespeichert", position: "alt" });
});

test("a new record can be saved when leaving, which is confirmed by a notification", async ({ page, api }) => {
  const name = unique("Thema");
  await page.goto("/thematic-fields/new");
  await field(page, "Deutsche Bezeichnung").fill(name);
  await field(page, "Englische Bezeichnung").fill(name);
  await page.getByRole("link", { name: "Hochschulmitglieder" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Speichern und verlassen" }).click();
  await expect(page).toHaveURL(/\/members$/);
  await expect(page.getByText("Daten gespeichert")).toBeVisible();
  await expect(saved(page)).toHaveCount(0);
  const { total } = await (await api.get(`/api/thematicfields?filter=${encodeURIComponent(name)}`)).json();
  expect(total).toBe(1);
});

test("a dialog with three buttons shows them in one row, and stacked on phones", async ({ page, api }) => {
  const id = await create(api, "persons", personValues());
  await page.goto(`/person/${id}`);
  await field(page, "Position").fill("neu");
  await page.getByRole("link", { name: "Themenfelder" }).first().click();
  const buttons = page.getByRole("alertdialog").getByRole("button");
  await expect(buttons).toHaveCount(3);
  for (const [width, rows] of [
    [1280, 1],
    [480, 1],
    [375, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const boxes = await buttons.evaluateAll((all) => all.map((button) => button.getBoundingClientRect().toJSON()));
    const middles = boxes.map(({ top, bottom }) => Math.round((top + bottom) / 2));
    expect(new Set(middles).size, `${width} px`).toBe(rows);
    for (const { left, right } of boxes) expect(left >= 0 && right <= width, `${width} px`).toBe(true);
  }
});

test("the save bar of a changed form fits a phone", async ({ page, api }) => {
  await page.setViewportSize({ width: 375, height: 900 });
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}?tab=base_data`);
  await field(page, "Position").fill("neu");
  await expect(page.getByRole("button", { name: "Verwerfen" })).toBeVisible();
  const cutOff = await save(page).evaluate((button) =>
    [...(button.parentElement?.children ?? [])]
      .filter((part) => {
        const { left, width } = part.getBoundingClientRect();
        return (
          width > 1 &&
          (left < (button.parentElement?.getBoundingClientRect().left ?? 0) || part.scrollWidth > Math.ceil(width))
        );
      })
      .map((part) => part.textContent),
  );
  expect(cutOff).toEqual([]);
});

test("the back arrow opens the list in a tab without earlier pages", async ({ page, context }) => {
  await page.goto("/institutions");
  const [tab] = await Promise.all([
    context.waitForEvent("page"),
    page
      .getByRole("row")
      .nth(1)
      .getByRole("link")
      .first()
      .click({ modifiers: ["ControlOrMeta"] }),
  ]);
  await expect(tab).toHaveURL(/\/institution\/\d+$/);
  await waitForHydration(tab);
  await tab.getByRole("button", { name: "Zurück", exact: true }).click();
  await expect(tab).toHaveURL(/\/institutions$/);
  await tab.getByRole("button", { name: "Zurück", exact: true }).click();
  await expect(tab).toHaveURL(/\/institution\/\d+$/);
});
