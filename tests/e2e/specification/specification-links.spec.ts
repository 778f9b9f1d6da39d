import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/*
 * The specification's rules (§§2, 5) for link tabs and headers that walks.spec.ts does not cover.
 */

test.beforeEach(async ({ login }) => login());

test("a linked record opens on the screen of its own kind", async ({ page, api }) => {
  const surname = unique("Verbunden");
  const project = await create(api, "projects", projectValues({ projekt_titel: unique("Netz") }));
  const member = await create(api, "members", memberValues({ nachname: surname }));
  const institution = await create(api, "institutions", institutionValues({ name: unique("Haus") }));
  const person = await create(api, "persons", personValues({ nachname: surname }));
  const topic = await create(api, "thematicfields", thematicFieldValues());
  await api.post(`/api/projects/member/${member}/${project}`);
  await api.post(`/api/projects/institution/${institution}/${project}`);
  await api.post(`/api/projects/persons/${person}/${project}`);
  await api.post(`/api/projects/thematicfield/${project}/${topic}`);
  await page.goto(`/projects/${project}`);
  for (const [tab, target] of [
    ["Hochschulmitglieder", `/members/${member}`],
    ["Partnerinstitutionen", `/institution/${institution}`],
    ["Partnerpersonen", `/person/${person}`],
    ["Themenfelder", `/thematic-fields/${topic}`],
  ] as const) {
    await page.getByRole("tab", { name: `${tab} 1` }).click();
    await page.getByRole("tabpanel", { name: tab }).getByRole("row").nth(1).getByRole("rowheader").click();
    await expect(page, tab).toHaveURL(target);
    await page.goBack();
  }
});

test("the link tables of a member show title, start and end, and both names", async ({ page, api }) => {
  const topic = await create(
    api,
    "thematicfields",
    thematicFieldValues({ themenfeld_de: "Wald", themenfeld_en: "Wood" }),
  );
  const member = await create(api, "members", memberValues({ themenfelder: [topic] }));
  const dates = { vertragsgrundlage: 1, projektbeginn: "2026-03-01", projektende: "2027-02-28" };
  const project = await create(api, "projects", projectValues({ projekt_titel: unique("Zeit"), ...dates }));
  await api.post(`/api/members/project/${member}/${project}`);
  await page.goto(`/members/${member}`);

  await page.getByRole("tab", { name: "Kooperationsprojekte 1" }).click();
  const projects = page.getByRole("tabpanel", { name: "Kooperationsprojekte" });
  await expect(projects.getByRole("columnheader")).toHaveText([
    "Projekttitel",
    "Projektbeginn",
    "Projektende",
    "Rolle",
    "seit",
    "bis",
    "Aktionen",
  ]);
  await expect(projects.getByRole("row").nth(1).getByRole("rowheader")).toContainText("Zeit");
  await expect(projects.getByRole("row").nth(1).getByRole("gridcell")).toContainText([
    "01.03.2026",
    "28.02.2027",
    "",
    "",
    "",
    "",
  ]);

  await page.getByRole("tab", { name: "Themenfelder 1" }).click();
  const topics = page.getByRole("tabpanel", { name: "Themenfelder" });
  await expect(topics.getByRole("columnheader")).toHaveText([
    "Deutsche Bezeichnung",
    "Englische Bezeichnung",
    "Aktionen",
  ]);
  await expect(topics.getByRole("row").nth(1).getByRole("rowheader")).toContainText("Wald");
  await expect(topics.getByRole("row").nth(1).getByRole("gridcell")).toContainText(["Wood", ""]);
});

test("a duplicate link is reported with the record's label: title, or first name and surname", async ({
  page,
  api,
  context,
  baseURL,
}) => {
  await context.addCookies([{ name: "NEXT_LOCALE", value: "en", url: baseURL }]);
  const [surname, title] = [unique("Doppelt"), unique("Zweifach")];
  const member = await create(api, "members", memberValues({ vorname: "Mia", nachname: surname }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/projects/member/${member}/${project}`);
  for (const [path, tab, box, label] of [
    [`/projects/${project}`, "University members 1", "Add University member", `Mia ${surname}`],
    [`/members/${member}`, "Cooperation projects 1", "Add Cooperation project", title],
  ] as const) {
    await page.goto(path);
    await page.getByRole("tab", { name: tab }).click();
    await page.getByLabel(box).fill(label);
    await page.getByRole("listbox").getByRole("option", { name: label }).click();
    await expect(page.getByText(`"${label}" already exists`)).toBeVisible();
    await expect(page.getByRole("tab", { name: tab })).toBeVisible();
  }
});

test("deleting by keyboard moves the focus to the next row, or to the empty table", async ({ page, api }) => {
  const name = unique("Reihe");
  const person = await create(api, "persons", personValues({ vorname: "Eins", nachname: name }));
  await create(api, "persons", personValues({ vorname: "Zwei", nachname: name }));
  const project = await create(api, "projects", projectValues());
  await api.post(`/api/persons/project/${person}/${project}`);

  await page.goto(`/person/${person}`);
  await page.getByRole("tab", { name: "Kooperationsprojekte 1" }).click();
  const links = page.getByRole("tabpanel", { name: "Kooperationsprojekte" });
  await links.getByRole("button", { name: /^Verknüpfung mit/ }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).press("Enter");
  await expect(page.getByRole("tab", { name: "Kooperationsprojekte 0" })).toBeVisible();
  await expect(links.getByRole("rowgroup").last()).toBeFocused();

  await page.goto(`/persons?filter=${encodeURIComponent(name)}`);
  await page.getByRole("button", { name: `Eins ${name} löschen` }).press("Enter");
  await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).press("Enter");
  await expect(page.getByText("Zeige 1 bis 1 von 1 Einträgen")).toBeVisible();
  await expect(page.getByRole("row").nth(1).getByRole("link").first()).toBeFocused();
});

test("Back from a linked record returns to the tab it was opened from, and page titles name the record", async ({
  page,
  api,
}) => {
  const name = unique("Haus");
  const title = unique("Netz");
  const institution = await create(api, "institutions", institutionValues({ name }));
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  await api.post(`/api/projects/institution/${institution}/${project}`);
  await page.goto(`/projects/${project}`);
  await expect(page).toHaveTitle(`${title} · Kooperationsdatenbank`);
  await page.getByRole("tab", { name: "Partnerinstitutionen 1" }).click();
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page).toHaveTitle(`${name} · Kooperationsdatenbank`);
  await page.goBack();
  await expect(page.getByRole("tab", { name: "Partnerinstitutionen 1" })).toHaveAttribute("aria-selected", "true");
  await page.getByRole("button", { name: `Verknüpfung mit ${name} löschen` }).click();
  await expect(page.getByRole("alertdialog", { name: "Wirklich löschen?" })).toHaveAccessibleDescription(
    `Verknüpfung mit „${name}“ Nur die Verknüpfung wird gelöscht. Im Verlauf lässt sich das rückgängig machen.`,
  );
});

test("the save bar never hides the focused field, zoomed or not", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  await page.goto(`/projects/${project}`);
  for (const viewport of [
    { width: 720, height: 450 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(viewport);
    const bar = page.getByRole("button", { name: "Speichern" }).locator("..");
    for (const name of ["Status", "Projektwebseite", "Mittelvolumen", "Kommentare"]) {
      const input = page.getByLabel(name, { exact: true });
      await input.focus();
      const [field, below] = [await input.boundingBox(), await bar.boundingBox()];
      expect((field?.y ?? 0) + (field?.height ?? 0), `${name} at ${viewport.height}`).toBeLessThanOrEqual(
        below?.y ?? 0,
      );
    }
  }
});
