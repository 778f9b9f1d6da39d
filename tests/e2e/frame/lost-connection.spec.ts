import { personValues } from "../../support/factories";
import { expect, holdScripts, test } from "../../support/browser/fixtures";
import { comesToRest } from "../../support/browser/steps";

/* Spec §8 and contract §5: an unreachable server or an expired session loses no input. */

const UNREACHABLE = "Der Server ist zurzeit nicht erreichbar";

test.beforeEach(async ({ login }) => login());

test("a list reports an unreachable server and keeps the input", async ({ page, context }) => {
  await page.goto("/members");
  await comesToRest(page);
  await context.setOffline(true);
  await page.getByLabel("Suchbegriff").fill("mueller");
  await page.getByRole("button", { name: "Suchen", exact: true }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  await page.getByRole("link", { name: "Seite 2" }).click();
  await expect(page.getByLabel("Suchbegriff")).toHaveValue("mueller");
  await expect(page).toHaveURL(/\/members$/);
  await context.setOffline(false);
  // Once the connection is back, the filter is applied without another click.
  await expect(page).toHaveURL(/filter=mueller/);
});

test("a form keeps its input, and its confirmation dialogs still work", async ({ page, context, api }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await comesToRest(page);
  await page.getByLabel("Position").fill("neu");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText(UNREACHABLE)).toBeVisible();
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await page.getByRole("button", { name: "Abmelden" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(question).toBeHidden();
  // Without a connection, confirming does not leave the page. The input is kept, and the next
  // attempt asks for confirmation again.
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(UNREACHABLE).first()).toBeVisible();
  await expect(page).toHaveURL(`/person/${data.lastId}`);
  await page.getByRole("button", { name: "English" }).click();
  await page.getByRole("tab", { name: "Themenfelder" }).click();
  await expect(page.getByLabel("Themenfeld hinzufügen")).toBeVisible();
  await page.getByRole("tab", { name: "Stammdaten" }).click();
  await expect(page.getByLabel("Position")).toHaveValue("neu");
  await context.setOffline(false);
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
});

test("the language of a page with unsaved input changes after logging in again in the dialog", async ({
  page,
  context,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await page.getByLabel("Position").fill("neu");
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: "English" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("E-Mail").fill("admin@example.org");
  await dialog.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await dialog.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("button", { name: "Save" })).toBeVisible();
  await expect(page.getByLabel("Position")).toHaveValue("neu");
});

test("the account page asks for confirmation before it is left with unsaved input", async ({ page }) => {
  await page.goto("/pages/user");
  await page.getByLabel(/^Aktuelles Passwort/).fill("kooperation");
  await page.getByRole("link", { name: "Themenfelder" }).click();
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await expect(page).toHaveURL(/\/pages\/user$/);
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
});

test("input typed before hydration is not lost", async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto("/members", { waitUntil: "commit" });
  await page.getByLabel("Suchbegriff").fill("mueller");
  release();
  await expect(page).toHaveURL(/filter=mueller/);
});
