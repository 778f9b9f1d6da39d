import { memberValues, personValues, projectValues } from "../../support/factories";
import { addFile } from "../../support/browser/add-file";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Stored data of a person, shown to admins and erased by them (contract §9). */

test("an admin views a person's stored data, downloads it, and erases it after typing the name", async ({
  page,
  login,
  api,
}) => {
  const surname = unique("Zeidler").replace(" ", "-");
  const name = `Rosa ${surname}`;
  const person = await create(api, "persons", personValues({ vorname: "Rosa", nachname: surname }));
  const member = await create(api, "members", memberValues({ nachname: unique("Kennt"), kommentare: `Kennt ${name}` }));
  await login();
  await page.goto(`/person/${person}`);
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menu").getByText("Personenbezogene Daten", { exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Personenbezogene Daten: ${name}` })).toBeVisible();
  const mentions = page.getByRole("region", { name: "Erwähnungen" });
  await expect(mentions.getByRole("listitem")).toHaveCount(1);
  await expect(mentions.getByRole("link")).toHaveAttribute("href", `/members/${member}`);
  await expect(mentions).toContainText("Kommentare");

  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Als Datei herunterladen" }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe(`personenbezogene-daten-${person}.json`);

  const erase = page.getByRole("button", { name: "Endgültig löschen" });
  const confirm = page.getByLabel(`Zur Bestätigung eingeben: ${name}`);
  await erase.click();
  await expect(confirm).toHaveAccessibleDescription(/Das ist nicht der Name/);
  await confirm.fill(`Rosa ${surname.slice(0, -1)}`);
  await erase.click();
  await expect(confirm).toHaveAccessibleDescription(/Das ist nicht der Name/);
  expect((await api.get(`/api/persons/${person}`)).status()).toBe(200);
  await confirm.fill(name);
  await erase.click();
  await expect(page).toHaveURL(/\/persons$/);
  await expect(page.getByText("Endgültig gelöscht", { exact: true })).toBeVisible();

  await page.goto("/pages/timeline");
  const entry = page.getByRole("listitem").filter({ hasText: "gelöschte Person" }).first();
  await expect(entry).toContainText("Die Angaben wurden endgültig gelöscht");
  await expect(entry.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("link", { name })).toHaveCount(0);
});

test("a deleted person can be erased from the timeline, and has no personal data page afterwards", async ({
  page,
  login,
  api,
}) => {
  const surname = unique("Weg").replace(" ", "-");
  const person = await create(api, "persons", personValues({ vorname: "Ina", nachname: surname }));
  await api.delete(`/api/persons/${person}`);
  await login();
  await page.goto("/pages/timeline");
  const entry = page.getByRole("listitem").filter({ hasText: surname }).first();
  await entry.getByRole("link", { name: "Personenbezogene Daten" }).click();
  await expect(page.getByText("Datensatz gelöscht, im Verlauf noch vorhanden")).toBeVisible();
  await page.getByLabel(/^Zur Bestätigung/).fill(`Ina ${surname}`);
  await page.getByRole("button", { name: "Endgültig löschen" }).click();
  await expect(page).toHaveURL(/\/persons$/);
  for (const path of [`persons/${person}`, "persons/x", "projects/1"]) {
    expect((await page.request.get(`/pages/personal-data/${path}`)).status()).toBe(404);
  }
});

test("a user downloads the data of their own account", async ({ page, login }) => {
  await login();
  await page.goto("/pages/user");
  const download = page.waitForEvent("download");
  await page.getByRole("region", { name: "Ihre Daten" }).getByRole("link").click();
  expect((await download).suggestedFilename()).toBe("mein-konto.json");
});

test("an admin erases a person with a file of another record that is ticked, and keeps the other one", async ({
  page,
  login,
  api,
}) => {
  const surname = unique("Akte").replace(" ", "-");
  const name = `Uta ${surname}`;
  const person = await create(api, "persons", personValues({ vorname: "Uta", nachname: surname }));
  const project = await create(api, "projects", projectValues({ projekt_titel: unique("Archiv") }));
  const record = `projects/${project}`;
  const ticked = await addFile(api, record, { name: `${surname} eins.pdf` });
  const kept = await addFile(api, record, { name: `${surname} zwei.pdf` });
  await login();
  await page.goto(`/pages/personal-data/persons/${person}`);
  await expect(page.getByRole("region", { name: "Dateien" }).getByRole("listitem")).toHaveCount(2);
  await page.getByRole("checkbox", { name: `${surname} eins.pdf` }).check();
  await page.getByLabel(`Zur Bestätigung eingeben: ${name}`).fill(name);
  await page.getByRole("button", { name: "Endgültig löschen" }).click();
  await expect(page.getByText("Endgültig gelöscht", { exact: true })).toBeVisible();
  expect((await api.get(`/api/files/${ticked}`)).status()).toBe(404);
  expect((await api.get(`/api/files/${kept}`)).status()).toBe(200);
});
