import type { Page } from "@playwright/test";
import { personValues } from "../../support/factories";
import { expect, delayScripts, test } from "../../support/browser/fixtures";
import { waitUntilIdle } from "../../support/browser/steps";

/* Spec §8 and contract §5: an unreachable server or an expired session loses no input. */

const UNREACHABLE = "Der Server ist zurzeit nicht erreichbar";

test.beforeEach(async ({ login }) => login());

test("a list reports an unreachable server and keeps the input", async ({ page, context }) => {
  await page.goto("/members");
  await waitUntilIdle(page);
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
  await waitUntilIdle(page);
  await page.getByLabel("Position").fill("neu");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Nicht gespeichert" })).toBeVisible();
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

const failed = (page: Page) => page.locator("[data-save-bar]").getByRole("alert");

test("a save without a connection is reported in the save bar until trying again succeeds", async ({
  page,
  context,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await waitUntilIdle(page);
  const saves: string[] = [];
  page.on("request", (request) => request.method() === "PUT" && saves.push(request.url()));
  await page.getByLabel("Position").fill("neu");
  await context.setOffline(true);
  await expect(page.getByText("Sie sind offline: Gespeichert werden kann erst wieder mit Verbindung.")).toBeVisible();
  await page.keyboard.press("Control+s");
  await expect(failed(page)).toHaveText("Nicht gespeichert: keine Verbindung. Sie sind offline.");
  await expect(page.locator("[data-sonner-toast]")).toHaveCount(0);
  await context.setOffline(false);
  await expect(failed(page)).toHaveText("Nicht gespeichert. Sie sind wieder online.");
  expect(saves, "nothing is saved without the user").toHaveLength(1);
  await page.getByRole("button", { name: "Erneut versuchen" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  await expect(failed(page)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Speichern", exact: true })).toBeFocused();
  expect((await (await api.get(`/api/persons/${data.lastId}`)).json()).data.position).toBe("neu");
});

test("a failed save is reported in the save bar until the input is discarded", async ({ page, api }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await waitUntilIdle(page);
  const path = `**/api/persons/${data.lastId}`;
  await page.route(path, (route) => route.fulfill({ status: 503, json: { success: false, message: "error_api" } }));
  await page.getByLabel("Position").fill("neu");
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(failed(page)).toHaveText(`Nicht gespeichert: ${UNREACHABLE}.`);
  await page.unroute(path);
  await page.route(path, (route) => route.abort());
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(failed(page)).toHaveText("Nicht gespeichert: keine Verbindung.");
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Verwerfen" }).click();
  await expect(failed(page)).toHaveCount(0);
  await page.getByLabel("Position").fill("anders");
  await expect(failed(page), "a new input has not failed yet").toHaveCount(0);
});

test("a new record that could not be created is created by a retry", async ({ page }) => {
  await page.goto("/thematic-fields/new");
  await waitUntilIdle(page);
  await page.getByLabel("Deutsche Bezeichnung").fill("Ohne Netz");
  await page.getByLabel("Englische Bezeichnung").fill("Without a network");
  await page.route("**/api/thematicfields/new", (route) => route.abort());
  await page.getByRole("button", { name: "Speichern", exact: true }).click();
  await expect(failed(page)).toHaveText("Nicht gespeichert: keine Verbindung.");
  await page.unroute("**/api/thematicfields/new");
  await page.getByRole("button", { name: "Erneut versuchen" }).click();
  await expect(page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" })).toBeVisible();
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
  const release = await delayScripts(page);
  await page.goto("/members", { waitUntil: "commit" });
  await page.getByLabel("Suchbegriff").fill("mueller");
  release();
  await expect(page).toHaveURL(/filter=mueller/);
});
