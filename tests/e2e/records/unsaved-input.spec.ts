import type { Page } from "@playwright/test";
import { personValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { unique } from "../../support/browser/steps";

/*
 * Unsaved input survives links, Back, closing the tab and an expired session. lost-connection.spec.ts
 * checks an unreachable server.
 */

/** Clicks the field before typing, as a user does; the click waits for hydration. */
async function type(page: Page, label: string, text: string) {
  await page.getByLabel(label).click();
  await page.getByLabel(label).pressSequentially(text);
}

test.beforeEach(async ({ login }) => login());

test("links and buttons ask for confirmation before unsaved input is lost", async ({ page, api }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto("/persons");
  await page.goto(`/person/${data.lastId}`);
  await type(page, "Position", "neu");
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await expect(page.getByLabel("Position")).toHaveValue("neu");
  await page.getByRole("button", { name: "Zurück" }).click();
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByLabel("Position")).toHaveValue("neu");
  await page.getByRole("button", { name: "Deutsch" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  await page.getByRole("link", { name: "Themenfelder" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
});

test("the browser's Back asks for confirmation before unsaved input is lost", async ({ page, api }) => {
  const values = personValues({ nachname: unique("Rückweg") });
  await api.post("/api/persons/new", { data: values });
  const list = `/persons?filter=${encodeURIComponent(values.nachname)}`;
  await page.goto(list);
  await page.getByRole("link", { name: values.nachname, exact: true }).click();
  await expect(page).toHaveURL(/\/person\/\d+$/);
  await type(page, "Position", "neu");
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  for (const goBack of [
    // Not awaited: a blocked Back never completes.
    () => void page.goBack().catch(() => null),
    () => page.evaluate(() => history.back()),
  ]) {
    await goBack();
    await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
    await expect(question).toBeHidden();
    await expect(page).toHaveURL(/\/person\/\d+$/);
    await expect(page.getByLabel("Position")).toHaveValue("neu");
  }
  void page.goBack().catch(() => null);
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page).toHaveURL(list);
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  // Nothing was saved, and leaving the page no longer asks for confirmation.
  await page.getByRole("link", { name: values.nachname, exact: true }).click();
  await expect(page.getByLabel("Position")).toHaveValue("");
  await page.goBack();
  await expect(page).toHaveURL(list);
  await expect(question).toBeHidden();
});

test("closing the tab or going back to another document triggers the browser's beforeunload dialog", async ({
  page,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto("/persons");
  await page.goto(`/person/${data.lastId}`);
  await type(page, "Position", "neu");
  for (const leavePage of [() => page.close({ runBeforeUnload: true }), () => void page.goBack().catch(() => null)]) {
    const dialogOpened = page.waitForEvent("dialog");
    await leavePage();
    const question = await dialogOpened;
    expect(question.type()).toBe("beforeunload");
    await question.dismiss();
    await expect(page).toHaveURL(`/person/${data.lastId}`);
    await expect(page.getByLabel("Position")).toHaveValue("neu");
  }
  const [dialogOpened, closed] = [page.waitForEvent("dialog"), page.waitForEvent("close")];
  await page.close({ runBeforeUnload: true });
  await (await dialogOpened).accept();
  await closed;
  expect((await (await api.get(`/api/persons/${data.lastId}`)).json()).data.position).toBe("");
});

test("a tab without unsaved input closes without a dialog: untouched, input reverted, saved", async ({
  context,
  api,
}) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  for (const end of ["untouched", "undone", "saved"]) {
    const tab = await context.newPage();
    const dialogs: string[] = [];
    tab.on("dialog", (dialog) => {
      dialogs.push(dialog.type());
      void dialog.accept();
    });
    await tab.goto(`/person/${data.lastId}`);
    const position = tab.getByLabel("Position");
    if (end !== "untouched") {
      await type(tab, "Position", "x");
      await expect(tab.getByText("Nicht gespeicherte Änderungen")).toBeVisible();
    }
    if (end === "undone") await position.press("Backspace");
    if (end === "saved") await tab.getByRole("button", { name: "Speichern" }).click();
    await expect(tab.getByText("Nicht gespeicherte Änderungen")).toBeHidden();
    const closed = tab.waitForEvent("close");
    await tab.close({ runBeforeUnload: true });
    await closed;
    expect(dialogs, end).toEqual([]);
  }
});

test("a session that expires with unsaved input is renewed in a dialog", async ({ page, api, context }) => {
  const { data } = await (await api.post("/api/persons/new", { data: personValues() })).json();
  await page.goto(`/person/${data.lastId}`);
  await type(page, "Position", "bleibt erhalten");
  await context.clearCookies({ name: "session" });
  await page.getByRole("button", { name: "Speichern" }).click();
  const dialog = page.getByRole("dialog", { name: "Ihre Anmeldung ist abgelaufen" });
  await expect(dialog.getByLabel("E-Mail"), "prefilled with the account's address").toHaveValue("admin@example.org");
  await dialog.getByLabel(/^Passwort\W*$/).fill("falsch");
  await dialog.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("region", { name: /^Meldungen/ })).toContainText("nicht korrekt");
  await expect(dialog.getByRole("img", { name: "Eingabe gültig" })).toHaveCount(0);
  await dialog.getByLabel(/^Passwort\W*$/).fill("kooperation");
  await dialog.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  const loaded = await (await api.get(`/api/persons/${data.lastId}`)).json();
  expect(loaded.data.position).toBe("bleibt erhalten");
});
