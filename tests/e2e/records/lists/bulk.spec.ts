import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { institutionValues, memberValues, projectValues } from "../../../support/factories";
import { expect, test } from "../../../support/browser/fixtures";
import { choose, create, unique } from "../../../support/browser/steps";

/* Bulk changes (contract §10): selection, preview, change, and one undo for all. */

test.beforeEach(async ({ login }) => login());

const row = (name: string) => ({ name: `${name} auswählen` });

test("a selection spans pages and ranges, is changed after a preview, undone in one step, and cleared by another filter", async ({
  page,
  api,
}) => {
  const mark = unique("Menge");
  const ids = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      create(
        api,
        "institutions",
        institutionValues({
          name: `${mark} ${String(index).padStart(2, "0")}`,
          abteilung: index < 3 ? "Randlage" : "",
        }),
      ),
    ),
  );
  await page.goto(`/institutions?filter=${encodeURIComponent(mark)}`);
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  await expect(bar).toHaveCount(0);
  await page.getByRole("checkbox", row(`${mark} 01`)).check();
  await expect(bar.getByText("1 Eintrag ausgewählt")).toBeVisible();
  await page.getByRole("checkbox", row(`${mark} 04`)).click({ modifiers: ["Shift"] });
  await expect(bar.getByText("4 Einträge ausgewählt")).toBeVisible();
  await bar.getByRole("button", { name: "Exportieren, drucken" }).click();
  const href = await page.getByRole("menuitem", { name: /^Excel.*alle/i }).getAttribute("href");
  const address = new URL(href ?? "", "http://a");
  expect(address.searchParams.get("ids")?.split(",").map(Number)).toEqual(ids.slice(1, 5));
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "Seite 2" }).click();
  await page.getByRole("checkbox", row(`${mark} 11`)).check();
  await expect(bar.getByText("5 Einträge ausgewählt")).toBeVisible();
  await bar.getByRole("button", { name: "Alle 12, die passen, auswählen" }).click();
  await expect(bar.getByText("12 Einträge ausgewählt")).toBeVisible();

  // The rest of the test uses the keyboard.
  await bar.getByRole("button", { name: "Ändern …" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "12 Partnerinstitutionen ändern" });
  await dialog.getByLabel("Feld", { exact: true }).selectOption("E-Mail");
  const value = dialog.getByLabel("E-Mail: neuer Wert");
  await value.fill("keine Adresse");
  await dialog.getByRole("button", { name: "Vorschau" }).press("Enter");
  await expect(value).toHaveAccessibleDescription("In der E-Mail-Adresse fehlt das Zeichen @");
  await value.fill("haus@example.org");
  await dialog.getByRole("button", { name: "Vorschau" }).press("Enter");
  await expect(dialog.getByText("12 Einträge werden geändert")).toBeVisible();
  await dialog.getByRole("button", { name: "12 Einträge ändern" }).press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByText("12 Einträge geändert")).toBeVisible();
  await expect(bar, "changed rows may be out of view").toHaveCount(0);
  const email = async () => (await (await api.get(`/api/institutions/${ids[7]}`)).json()).data.email;
  expect(await email()).toBe("haus@example.org");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("12 Änderungen rückgängig gemacht")).toBeVisible();
  expect(await email()).toBe("");

  await page.getByRole("checkbox", row(`${mark} 11`)).check();
  await expect(bar.getByText("1 Eintrag ausgewählt")).toBeVisible();
  await page.getByLabel("Suchbegriff").fill(`${mark} Randlage`);
  await page.getByLabel("Suchbegriff").press("Enter");
  await expect(page.getByText("von 3 Einträgen")).toBeVisible();
  await expect(bar).toHaveCount(0);
});

test("finished projects without a known end become fixed-term with an end by one bulk change", async ({
  page,
  api,
}) => {
  const mark = unique("Geendet");
  const values = { status: PROJECT_STATUS.completed, vertragsgrundlage: 0, projektbeginn: "2020-01-01" };
  const titles = [`${mark} A`, `${mark} B`];
  const ids = await Promise.all(
    titles.map((projekt_titel) => create(api, "projects", projectValues({ projekt_titel, ...values }))),
  );
  const status = `where[status][in]=${PROJECT_STATUS.completed},${PROJECT_STATUS.discontinued}`;
  await page.goto(`/projects?filter=${encodeURIComponent(mark)}&${status}&where[aktiv_bis][empty]=true`);
  await expect(page.getByText("Aktiv bis: leer")).toBeVisible();
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  await bar.getByRole("button", { name: "Ändern …" }).click();
  const dialog = page.getByRole("dialog", { name: "2 Kooperationsprojekte ändern" });
  await dialog.getByLabel("Feld", { exact: true }).selectOption("Vertragsgrundlage");
  await dialog.getByLabel("Vertragsgrundlage: neuer Wert").selectOption("befristet");
  await dialog.getByRole("button", { name: "Vorschau" }).click();
  await expect(dialog.getByText("2 bleiben, wie sie sind:")).toBeVisible();
  await dialog.getByRole("button", { name: "Auch „Projektende“ setzen" }).click();
  await dialog.getByRole("textbox", { name: "Projektende: neuer Wert" }).fill("31.12.2022");
  await dialog.getByRole("button", { name: "Vorschau" }).click();
  await dialog.getByRole("button", { name: "2 Einträge ändern" }).click();
  await expect(page.getByText("2 Einträge geändert")).toBeVisible();
  await expect(page.getByText(titles[0] ?? "")).toHaveCount(0);
  const { data } = await (await api.get(`/api/projects/${ids[0]}`)).json();
  expect(data).toMatchObject({ vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2022-12-31" });
});

test("a bulk change adds a link and gives the reason for refused records; a bulk delete keeps linked records", async ({
  page,
  api,
}) => {
  const mark = unique("Bündel");
  const project = unique("Gemeinsames Projekt");
  const projekt = await create(api, "projects", projectValues({ projekt_titel: project }));
  for (const nachname of [`${mark} A`, `${mark} B`]) await create(api, "members", memberValues({ nachname }));
  await page.goto(`/members?filter=${encodeURIComponent(mark)}`);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  const bar = page.getByRole("region", { name: "Ausgewählte Einträge" });
  await bar.getByRole("button", { name: "Ändern …" }).click();
  const dialog = page.getByRole("dialog", { name: "2 Hochschulmitglieder ändern" });
  await dialog.getByLabel("Was").selectOption("Hinzufügen");
  await dialog.getByLabel("Feld", { exact: true }).selectOption("Kooperationsprojekte");
  await choose(dialog.getByRole("combobox", { name: "Kooperationsprojekte" }), project);
  await dialog.getByRole("button", { name: "Weitere Änderung" }).click();
  await dialog.getByLabel("Was").nth(1).selectOption("Entfernen");
  await dialog.getByLabel("Feld", { exact: true }).nth(1).selectOption("Status");
  const status = dialog.getByRole("combobox", { name: "Status", exact: true });
  await status.fill("aktiv");
  await status.press("Enter");
  await dialog.getByRole("button", { name: "Vorschau" }).click();
  await expect(dialog.getByText("2 bleiben, wie sie sind:")).toBeVisible();
  await expect(dialog.getByRole("link", { name: `Ada ${mark} A` })).toBeVisible();
  await expect(dialog.getByText("Status: Bitte füllen Sie dieses Feld aus").first()).toBeVisible();
  await dialog.getByRole("button", { name: "Diese Änderung weglassen" }).nth(1).click();
  await dialog.getByRole("button", { name: "Vorschau" }).click();
  await dialog.getByRole("button", { name: "2 Einträge ändern" }).click();
  await expect(page.getByText("2 Einträge geändert")).toBeVisible();
  const linked = (await (await api.get(`/api/projects/${projekt}`)).json()).data.hochschulmitglieder;
  expect(linked).toHaveLength(2);

  const institution = await create(api, "institutions", institutionValues({ name: `${mark} gehalten` }));
  await create(api, "institutions", institutionValues({ name: `${mark} frei` }));
  await api.post(`/api/institutions/project/${institution}/${projekt}`);
  await page.goto(`/institutions?filter=${encodeURIComponent(mark)}`);
  await page.getByRole("checkbox", { name: "Alle auf dieser Seite auswählen" }).check();
  await bar.getByRole("button", { name: "Löschen …" }).click();
  const question = page.getByRole("dialog", { name: "2 Partnerinstitutionen löschen" });
  await expect(question.getByText("Ein Eintrag wird gelöscht")).toBeVisible();
  await expect(question.getByRole("link", { name: `${mark} gehalten` })).toBeVisible();
  await question.getByRole("button", { name: "1 Eintrag löschen" }).click();
  await expect(page.getByText("Ein Eintrag gelöscht, einer blieb")).toBeVisible();
  await expect(page.getByText("von 1 Einträgen")).toBeVisible();
  await expect(bar).toHaveCount(0);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("von 2 Einträgen")).toBeVisible();
});

test("the dialog for a bulk change is as high as its fields when it adds linked records", async ({ page, api }) => {
  const name = unique("Hoch");
  await create(api, "institutions", institutionValues({ name }));
  await page.goto(`/institutions?filter=${encodeURIComponent(name)}`);
  await page.getByRole("checkbox", row(name)).check();
  await page.getByRole("button", { name: "Ändern …" }).click();
  const dialog = page.getByRole("dialog", { name: "1 Partnerinstitution ändern" });
  await dialog.getByLabel("Was", { exact: true }).selectOption("Hinzufügen");
  await dialog.getByLabel("Feld", { exact: true }).selectOption("Partnerpersonen");
  const input = await dialog.getByRole("combobox").last().boundingBox();
  const next = await dialog.getByRole("button", { name: "Weitere Änderung" }).boundingBox();
  expect((next?.y ?? 0) - (input?.y ?? 0) - (input?.height ?? 0)).toBeLessThan(60);
});
