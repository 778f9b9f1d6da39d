import type { Locator, Page } from "@playwright/test";
import { memberValues, personValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Position and lifetime of notifications, and the key that undoes what they report. */

// Finds a notification after its entry animation has begun; before that, `data-mounted` is false
// and its position is not final.
const notice = (page: Page, text: string) =>
  page.locator("[data-sonner-toast][data-mounted=true]").filter({ hasText: text });
const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, textarea"));

type Box = { x: number; y: number; width: number; height: number };
async function boxOf(locator: Locator): Promise<Box> {
  // Waits until all animations have ended, so that the measured box is final.
  await locator.evaluate((element) =>
    Promise.all(element.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );
  const box = await locator.boundingBox();
  if (!box) throw new Error("not shown");
  return box;
}
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test.beforeEach(async ({ login }) => login());

test("a notification covers neither the save bar nor the focused field, on a desktop and on a phone", async ({
  page,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  const bar = page.locator("[data-save-bar]");
  for (const [width, height] of [
    [1440, 900],
    [375, 667],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const label of ["Nachname", "Adresse", "PH-Webseite", "Position", "Kommentare"]) {
      const description = `${label}, ${width} × ${height}`;
      await field(page, label).focus();
      await page.keyboard.press("Control+s");
      const shown = notice(page, "Es gab nichts zu speichern");
      await expect(shown).toHaveCount(1);
      const [noticeBox, saveBarBox, fieldBox] = [await boxOf(shown), await boxOf(bar), await boxOf(field(page, label))];
      expect(overlap(noticeBox, saveBarBox), `${description}: the bar`).toBe(false);
      expect(overlap(noticeBox, fieldBox), `${description}: the field`).toBe(false);
      expect(noticeBox.y + noticeBox.height, description).toBeLessThanOrEqual(height);
      await shown.getByRole("button", { name: "Schließen" }).click();
      await expect(shown).toHaveCount(0);
    }
  }
});

test("a notification disappears when its page is left", async ({ page, api }) => {
  const { data } = await (await api.post("/api/members/new", { data: memberValues() })).json();
  const title = unique("Bleibt");
  const project = await (await api.post("/api/projects/new", { data: projectValues({ projekt_titel: title }) })).json();
  await api.post(`/api/members/project/${data.lastId}/${project.data.lastId}`);
  await page.goto(`/members/${data.lastId}?tab=kooperationsprojekte`);
  await page.getByRole("button", { name: `Verknüpfung mit ${title} löschen` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(notice(page, "Daten gelöscht")).toBeVisible();
  // Opening another tab of the same record does not remove the notification.
  await page.getByRole("tab", { name: "Stammdaten" }).click();
  await expect(notice(page, "Daten gelöscht")).toBeVisible();
  await page.getByRole("link", { name: "Themenfelder" }).first().click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  await expect(notice(page, "Daten gelöscht")).toHaveCount(0, { timeout: 3_000 });
});

test("a notification outlives its page after a save on leaving and after a delete with undo", async ({ page, api }) => {
  const surname = unique("Geht");
  const { data } = await (await api.post("/api/members/new", { data: memberValues({ nachname: surname }) })).json();
  await page.goto(`/members/${data.lastId}`);
  await field(page, "Telefon").fill("1234");
  await page.getByRole("link", { name: "Hochschulmitglieder" }).first().click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Speichern und verlassen" }).click();
  await expect(page).toHaveURL(/\/members$/);
  await expect(page.getByRole("heading", { name: "Hochschulmitglieder" }).first()).toBeVisible();
  await expect(notice(page, "Daten aktualisiert")).toBeVisible();

  await page.goto(`/members?filter=${encodeURIComponent(surname)}`);
  await page.getByRole("button", { name: new RegExp(`${surname} löschen$`) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  await expect(notice(page, "Daten gelöscht")).toBeVisible();
  await page.getByRole("link", { name: "Themenfelder" }).first().click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  await notice(page, "Daten gelöscht").getByRole("button", { name: "Rückgängig" }).click();
  await expect(notice(page, "Rückgängig gemacht")).toBeVisible();
});

test("Ctrl+Z undoes once what the newest notification reports, unless a field has the focus", async ({ page, api }) => {
  const surname = unique("Taste");
  const id = await create(api, "members", memberValues({ nachname: surname }));
  await page.goto(`/members?filter=${encodeURIComponent(surname)}`);
  await page.getByRole("button", { name: new RegExp(`${surname} löschen$`) }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
  const undo = notice(page, "Daten gelöscht").getByRole("button", { name: "Rückgängig" });
  await expect(undo).toHaveAttribute("aria-keyshortcuts", "Alt+T Control+Z");
  await expect(undo).toContainText("Strg Z");
  const reverts: string[] = [];
  page.on("request", (request) => request.url().endsWith("/revert") && reverts.push(request.url()));
  await page.getByLabel("Suchbegriff").focus();
  await page.keyboard.press("Control+z");
  await expect(undo).toBeVisible();
  expect(reverts).toEqual([]);
  await page.getByLabel("Suchbegriff").blur();
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  await expect(notice(page, "Rückgängig gemacht")).toBeVisible();
  await expect(undo).toHaveCount(0);
  expect(reverts).toHaveLength(1);
  expect((await api.get(`/api/members/${id}`)).status()).toBe(200);
});

test.describe("with a mock clock", () => {
  test.use({ ownContext: true });

  test("Ctrl+Z undoes nothing ten seconds after the notification appeared", async ({ page, api }) => {
    const surname = unique("Zu spät");
    const id = await create(api, "members", memberValues({ nachname: surname }));
    await page.clock.install();
    await page.goto(`/members?filter=${encodeURIComponent(surname)}`);
    await page.getByRole("button", { name: new RegExp(`${surname} löschen$`) }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
    const undo = notice(page, "Daten gelöscht").getByRole("button", { name: "Rückgängig" });
    await expect(undo).toContainText("Strg Z");
    // Pointing at a notification stops its time, but not that of the shortcut.
    await undo.hover();
    await page.clock.runFor(10_100);
    await expect(undo).toHaveText("Rückgängig");
    await expect(undo).toHaveAttribute("aria-keyshortcuts", "Alt+T");
    await page.keyboard.press("Control+z");
    await expect(undo).toBeVisible();
    expect((await api.get(`/api/members/${id}`)).status()).toBe(404);
  });
});
