import type { Page } from "@playwright/test";
import { institutionValues, personValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Spec §§4, 7: the notification after an action on a record, which names the record. */

const toasts = (page: Page) => page.locator("[data-sonner-toast] [data-title]");
const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true });

async function confirmDelete(page: Page, button: string) {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("alertdialog", { name: "Wirklich löschen?" }).getByRole("button", { name: "Ja" }).click();
}

async function fillPerson(page: Page, surname: string) {
  await page.getByLabel(/^Vorname/).fill("Karl");
  await page.getByLabel(/^Nachname/).fill(surname);
  await page.getByLabel(/^E-Mail/).fill("karl@example.org");
}

test.beforeEach(async ({ login }) => login());

test("the notifications after saving, deleting and restoring a record name it", async ({ page, api }) => {
  const surname = unique("Ritzer");
  const id = await create(api, "persons", personValues({ vorname: "Karl", nachname: unique("Alt") }));
  await page.goto(`/person/${id}`);
  await page.getByLabel(/^Nachname/).fill(surname);
  await save(page).click();
  await expect(toasts(page)).toHaveText([`Daten aktualisiert: Karl ${surname}`]);

  await page.goto(`/persons?filter=${encodeURIComponent(surname)}`);
  await confirmDelete(page, `Karl ${surname} löschen`);
  await expect(toasts(page)).toHaveText([`Daten gelöscht: Karl ${surname}`]);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(toasts(page)).toContainText([`Rückgängig gemacht: Karl ${surname}`]);
});

test("the notifications after linking, unlinking and undoing it name the linked record", async ({ page, api }) => {
  const name = unique("Haus");
  await create(api, "institutions", institutionValues({ name }));
  const id = await create(api, "persons", personValues());
  await page.goto(`/person/${id}?tab=institutionen`);
  await page.getByLabel("Partnerinstitution hinzufügen").fill(name);
  await page.getByRole("option", { name }).click();
  await expect(toasts(page)).toHaveText([`Daten gespeichert: ${name}`]);
  await confirmDelete(page, `Verknüpfung mit ${name} löschen`);
  await expect(toasts(page).filter({ hasText: `Daten gelöscht: ${name}` })).toBeVisible();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(toasts(page).filter({ hasText: `Rückgängig gemacht: ${name}` })).toBeVisible();
});

test("a save that merges another user's change names the record in its notification", async ({ page, api }) => {
  const surname = unique("Ritzer");
  const id = await create(api, "persons", personValues({ vorname: "Karl", nachname: surname }));
  await page.goto(`/person/${id}`);
  await api.put(`/api/persons/${id}`, { data: { telefon: "0711 1" } });
  await page.getByLabel(/^Position/).fill("Leitung");
  await save(page).click();
  await expect(toasts(page)).toHaveText([new RegExp(`^Daten aktualisiert: Karl ${surname}\\. Was jemand anderes`)]);
});

test("a record restored in the history is named in the notification", async ({ page, api }) => {
  const surname = unique("Ritzer");
  const id = await create(api, "persons", personValues({ vorname: "Karl", nachname: surname }));
  await api.delete(`/api/persons/${id}`);
  await page.goto(`/pages/timeline?kind=persons&id=${id}`);
  await page
    .getByRole("button", { name: /^Wiederherstellen: / })
    .first()
    .click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Wiederherstellen" }).click();
  await expect(toasts(page)).toHaveText([`Wiederhergestellt: Karl ${surname}`]);
});

test("a merge is reported with the name of the record that remains", async ({ page, api }) => {
  const surname = unique("Ritzer");
  const [keep, drop] = [
    await create(api, "persons", personValues({ vorname: "Karl", nachname: surname })),
    await create(api, "persons", personValues({ vorname: "Karl", nachname: surname })),
  ];
  await page.goto(`/pages/merge?kind=persons&keep=${keep}&drop=${drop}`);
  await page.getByRole("button", { name: "Zusammenführen", exact: true }).click();
  await expect(toasts(page)).toHaveText([`Zusammengeführt: Karl ${surname}`]);
});

test.describe("with a mock clock", () => {
  test.use({ ownContext: true });

  test("only the dialog and the notification announce that a record was created", async ({ page, login }) => {
    await login();
    const surname = unique("Ritzer");
    await page.clock.install();
    await page.addInitScript(() => {
      const texts: string[] = [];
      const known = new WeakMap<Element, string>();
      Object.assign(window, { announcedTexts: texts });
      const live = "[role=status], [role=alert], [aria-live]";
      new MutationObserver(() => {
        for (const region of document.querySelectorAll<HTMLElement>(live)) {
          const text = region.closest("[inert], [aria-hidden=true]") ? "" : region.innerText.trim();
          if (text !== "" && known.get(region) !== text) texts.push(text);
          known.set(region, text);
        }
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    const announced = () =>
      page.evaluate(() => (window as unknown as { announcedTexts: string[] }).announcedTexts.splice(0));
    await page.goto("/person/new");
    await fillPerson(page, surname);
    const lookups: string[] = [];
    page.on("request", (request) => request.url().includes("/similar?") && lookups.push(request.url()));
    await announced();
    await page.keyboard.press("Control+s");
    const dialog = page.getByRole("alertdialog", { name: "Erfolgreich gespeichert!" });
    await expect(dialog).toBeVisible();
    // Later than the form would look for similar records, of which the new one is the most similar.
    await page.clock.fastForward(1_000);
    expect(lookups).toEqual([]);
    await dialog.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect(page.getByRole("heading", { level: 1, name: `Karl ${surname}` })).toBeVisible();
    await expect(toasts(page)).toHaveText([`Daten gespeichert: Karl ${surname}`]);
    expect(await announced()).toEqual([`Daten gespeichert: Karl ${surname}`]);
  });
});
