import { institutionValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

test("a column of an import creates links with the role that is chosen for it", async ({ page, api, login }) => {
  await login();
  const mark = unique("Rollenimport");
  const project = await create(api, "projects", projectValues({ projekt_titel: mark }));
  await create(api, "institutions", institutionValues({ name: `${mark} Haus` }));
  await page.goto("/pages/import?kind=projects");
  const table = `ID;Federführend\r\n${project};${mark} Haus\r\n`;
  const file = { name: "rollen.csv", mimeType: "text/csv", buffer: Buffer.from(table) };
  await page.getByLabel("Tabelle auswählen").setInputFiles(file);
  await page.getByRole("combobox", { name: "Federführend" }).selectOption("Partnerinstitutionen als Koordination");
  await page.getByRole("button", { name: "Vorschau anzeigen" }).click();
  await expect(page.getByText("0 neu, 1 geändert, 0 unverändert, 0 abgelehnt")).toBeVisible();
  await page.getByRole("button", { name: "Eine Zeile übernehmen" }).click();
  await expect(page.getByText("1 von 1 Zeilen übernommen")).toBeVisible();
  const { institutionen } = (await (await api.get(`/api/projects/${project}`)).json()).data;
  expect(institutionen).toMatchObject([{ name: `${mark} Haus`, rollen: [{ rolle_de: "Koordination" }] }]);
});
