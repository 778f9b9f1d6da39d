import { institutionValues, memberValues, projectValues, thematicFieldValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/* Duplicates (contract §12): detection, merging, dismissal and aliases. */

test.beforeEach(async ({ login }) => login());

const linked = async (api: Parameters<typeof create>[0], kind: string, id: number) =>
  ((await (await api.get(`/api/${kind}/${id}`)).json()) as { data: { kooperationsprojekte: unknown[] } }).data
    .kooperationsprojekte.length;

test("a duplicate is detected while typing, and the existing record opens with the input filled in", async ({
  page,
  api,
}) => {
  const name = unique("Universität Mustergen");
  const existing = await create(api, "institutions", institutionValues({ name, branchen: "Bildung", telefon: "" }));
  const project = await create(api, "projects", projectValues());
  await api.post(`/api/institutions/project/${existing}/${project}`);

  await page.goto("/institution/new");
  await page.getByRole("textbox", { name: "Name", exact: true }).fill(name.replace("Universität", "University of"));
  const offer = page.getByRole("region", { name: "Ähnlich vorhanden" });
  await expect(offer).toContainText(name);
  await expect(offer).toContainText("ein Projekt");
  await page.getByRole("textbox", { name: "Telefon" }).fill("07171 983-0");
  await page.getByRole("textbox", { name: "Branchen" }).fill("Anderes");
  await offer.getByRole("button", { name: `„${name}“ nehmen` }).click();

  await expect(page).toHaveURL(new RegExp(`/institution/${existing}$`));
  await expect(page.getByText("Aus Ihrer Eingabe ergänzt: Telefon.")).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Telefon" })).toHaveValue("07171 983-0");
  // Opening the existing record fills only its empty fields; this one keeps its value.
  await expect(page.getByRole("textbox", { name: "Branchen" })).toHaveValue("Bildung");
  await expect(page.getByRole("textbox", { name: "Name", exact: true })).toHaveValue(name);
  const before = await (await api.get(`/api/institutions/${existing}`)).json();
  expect(before.data.telefon).toBe("");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  expect((await (await api.get(`/api/institutions/${existing}`)).json()).data.telefon).toBe("07171 983-0");
});

test("two records are merged from the menu and restored by the notification with all links", async ({ page, api }) => {
  const [keepName, dropName] = [unique("Bleibende Akademie"), unique("Aufgehende Akademie")];
  const keep = await create(api, "institutions", institutionValues({ name: keepName, telefon: "" }));
  const drop = await create(api, "institutions", institutionValues({ name: dropName, telefon: "0731 50" }));
  const [one, two, both] = [
    await create(api, "projects", projectValues()),
    await create(api, "projects", projectValues()),
    await create(api, "projects", projectValues()),
  ];
  for (const [id, project] of [
    [keep, one],
    [keep, both],
    [drop, two],
    [drop, both],
  ]) {
    await api.post(`/api/institutions/project/${id}/${project}`);
  }

  await page.goto(`/institution/${keep}`);
  await page.getByRole("button", { name: "Weitere Aktionen" }).click();
  await page.getByRole("menuitem", { name: "Zusammenführen mit …" }).click();
  await page.getByRole("combobox", { name: "Zusammenführen mit …" }).fill(dropName);
  await page.getByRole("option", { name: dropName }).click();

  const result = page.getByRole("region", { name: "So sieht das Ergebnis aus" });
  await expect(result).toContainText("3 (eine kommt dazu, eine hatten beide)");
  await expect(page.getByRole("group", { name: "Telefon" }).getByRole("radio", { name: /0731 50/ })).toBeChecked();
  await page
    .getByRole("group", { name: "Name" })
    .getByRole("radio", { name: new RegExp(keepName) })
    .check();
  await expect(result).toContainText(dropName);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.getByRole("button", { name: "Zusammenführen", exact: true }).click();

  await expect(page).toHaveURL(new RegExp(`/institution/${keep}$`));
  await expect(page.getByText("Zusammengeführt")).toBeVisible();
  expect(await linked(api, "institutions", keep)).toBe(3);
  expect((await api.get(`/api/institutions/${drop}`)).status()).toBe(404);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("Rückgängig gemacht: Beide Datensätze sind wieder da")).toBeVisible();
  expect(await linked(api, "institutions", keep)).toBe(2);
  expect(await linked(api, "institutions", drop)).toBe(2);
  expect((await (await api.get(`/api/institutions/${keep}`)).json()).data.telefon).toBe("");
});

test("opening a merged record redirects to the surviving one", async ({ page, api }) => {
  const keep = await create(api, "members", memberValues());
  const drop = await create(api, "members", memberValues());
  expect((await api.post(`/api/members/${keep}/merge`, { data: { drop } })).status()).toBe(200);
  await page.goto(`/members/${drop}`);
  await expect(page).toHaveURL(new RegExp(`/members/${keep}$`));
});

test("duplicate pairs are dismissed, restored and merged by keyboard", async ({ page, api }) => {
  const name = unique("Doppelgänger Institut");
  const first = await create(api, "institutions", institutionValues({ name }));
  const second = await create(api, "institutions", institutionValues({ name }));
  await page.goto("/pages/duplicates?kind=institutions");
  const pair = page.getByRole("listitem", { name: `${name} · ${name}` });
  await expect(pair).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
  await pair.focus();
  await page.keyboard.press("n");
  await expect(page.getByText("Gilt nicht mehr als Dublette")).toBeVisible();
  await expect(pair).toBeHidden();
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(pair).toBeVisible();

  await pair.focus();
  await page.keyboard.press("m");
  await expect(page).toHaveURL(/\/pages\/merge\?.*next=1/);
  await page.getByRole("button", { name: "Zusammenführen", exact: true }).click();
  await expect(page).toHaveURL(/\/pages\/duplicates/);
  await expect(pair).toHaveCount(0);
  const [one, two] = [await api.get(`/api/institutions/${first}`), await api.get(`/api/institutions/${second}`)];
  expect([one.status(), two.status()].sort()).toEqual([200, 404]);
});

const aliasesOf = async (api: Parameters<typeof create>[0], kind: string, id: number) =>
  ((await (await api.get(`/api/${kind}/${id}/aliases`)).json()) as { aliases: string[] }).aliases;

test("a record is found by its aliases, which are saved with the form", async ({ page, api }) => {
  const [name, alias] = [unique("Haus"), unique("Spitzname")];
  const id = await create(api, "institutions", institutionValues({ name }));
  await page.goto(`/institution/${id}`);
  const box = page.getByRole("textbox", { name: "Weitere Namen" });
  await box.fill(alias);
  await box.press("Enter");
  await expect(page.getByRole("button", { name: `${alias} entfernen` })).toBeVisible();
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeVisible();
  expect(await aliasesOf(api, "institutions", id)).toEqual([]);
  await page.getByRole("textbox", { name: "Telefon" }).fill("07171 983-0");
  // A name without Enter is saved, too.
  await box.fill("Ohne Enter");
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Daten aktualisiert")).toBeVisible();
  expect(await aliasesOf(api, "institutions", id)).toEqual([alias, "Ohne Enter"]);
  const { data } = await (await api.get(`/api/history?kind=institutions&id=${id}&action=update`)).json();
  expect(data.map((change: { fields: { name: string }[] }) => change.fields.map((field) => field.name))).toEqual([
    ["telefon", "aliases"],
  ]);
  await page.goto(`/institutions?filter=${encodeURIComponent(alias)}`);
  await expect(page.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(page.getByText("Weitere Namen").first()).toBeVisible();
});

test("changed aliases are unsaved input and can be discarded; too many are refused at the field", async ({
  page,
  api,
}) => {
  const id = await create(api, "thematicfields", { ...thematicFieldValues(), aliases: ["Bleibt"] });
  await page.goto(`/thematic-fields/${id}`);
  const box = page.getByRole("textbox", { name: "Weitere Namen" });
  await page.getByRole("button", { name: "Bleibt entfernen" }).click();
  await page.getByRole("link", { name: "Hochschulmitglieder" }).first().click();
  const question = page.getByRole("alertdialog", { name: "Nicht gespeicherte Änderungen verwerfen?" });
  await question.getByRole("button", { name: "Auf der Seite bleiben" }).click();
  await expect(question).toBeHidden();
  await page.getByRole("button", { name: "Verwerfen" }).click();
  await question.getByRole("button", { name: "Verwerfen" }).click();
  await expect(page.getByRole("button", { name: "Bleibt entfernen" })).toBeVisible();
  await box.focus();
  await box.evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text", Array.from({ length: 20 }, (_, at) => `Name ${at}`).join("\n"));
    input.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(box).toHaveAttribute("aria-invalid", "true");
  await expect(box).toHaveAccessibleDescription(/Höchstens 20 Namen/);
  expect(await aliasesOf(api, "thematicfields", id)).toEqual(["Bleibt"]);
});

test("a new record is created with aliases, and its copy has none", async ({ page, api }) => {
  const name = unique("Thema");
  await page.goto("/thematic-fields/new");
  await page.getByLabel("Deutsche Bezeichnung").fill(name);
  await page.getByLabel("Englische Bezeichnung").fill(name);
  const box = page.getByRole("textbox", { name: "Weitere Namen" });
  await box.fill("Auch so");
  await box.press("Enter");
  await page.getByRole("button", { name: "Speichern" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Nein" }).click();
  await expect(page).toHaveURL(/\/thematic-fields$/);
  const found = await (await api.get(`/api/thematicfields?filter=${encodeURIComponent(name)}`)).json();
  const id = found.data[0].themenfeld_id;
  expect(await aliasesOf(api, "thematicfields", id)).toEqual(["Auch so"]);
  await page.goto(`/thematic-fields/new?from=${id}`);
  await expect(page.getByLabel("Deutsche Bezeichnung")).toHaveValue(name);
  await expect(box).toBeVisible();
  await expect(page.getByRole("button", { name: "Auch so entfernen" })).toHaveCount(0);
});
