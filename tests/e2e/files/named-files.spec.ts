import { addFile } from "../../support/browser/add-file";
import { expect, test } from "../../support/browser/fixtures";
import { create, loginAsColleague, unique, waitUntilIdle } from "../../support/browser/steps";
import { projectValues } from "../../support/factories";
import { pdf } from "../../support/records/files";

/* Files in the palette, on the overview of their record, and on the merge page (contract §18). */

test("the palette finds a file and opens it on the tab of its record", async ({ page, api, login }) => {
  const title = unique("Vorhaben");
  const project = await create(api, "projects", projectValues({ projekt_titel: title }));
  const bezeichnung = unique("Rahmenvereinbarung");
  const file = await addFile(api, `projects/${project}`, { name: "scan.pdf", bezeichnung, dateiart: 3 });
  await login();
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(bezeichnung);
  const option = page.getByRole("listbox").getByRole("option", { name: bezeichnung });
  await expect(option).toContainText(`${title} · Nachtrag`);
  await option.click();
  await expect(page).toHaveURL(`/projects/${project}?tab=files&file=${file}`);
});

test("the palette does not find a file that the role may not see", async ({ page, app, api }) => {
  const word = unique("Verschlusssache");
  const project = await create(api, "projects", projectValues());
  await addFile(api, `projects/${project}`, { name: `${word}.pdf`, sichtbar: "bearbeiter" });
  await loginAsColleague(page, app, "reader");
  await page.goto("/dashboard");
  await waitUntilIdle(page);
  await page.keyboard.press("Control+k");
  await page.keyboard.type(word);
  await expect(page.getByText(`Nichts gefunden zu „${word}“`)).toBeVisible();
});

test("the overview names the first ten files on the screen, and paper none", async ({ page, api, login }) => {
  const project = await create(api, "projects", projectValues());
  const record = `projects/${project}`;
  const file = await addFile(api, record, { name: "Erste.pdf", dateiart: 3, gueltig_bis: "2031-05-31" });
  await login();
  await page.goto(`/${record}?tab=overview`);
  const heading = page.getByRole("heading", { name: /^Dateien \(/ });
  await expect(heading).toHaveText("Dateien (1)");
  const item = page.getByRole("listitem").filter({ hasText: "Erste.pdf" });
  await expect(item).toHaveText("Erste.pdf · Nachtrag · gültig bis 31.05.2031");
  await expect(item.getByRole("link")).toHaveAttribute("href", `/${record}?tab=files&file=${file}`);
  for (let number = 2; number <= 12; number++) await addFile(api, record, { name: `Weitere ${number}.pdf` });
  await page.reload();
  await expect(heading).toHaveText("Dateien (12)");
  await expect(page.getByRole("link", { name: "und 2 weitere" })).toHaveAttribute("href", `/${record}?tab=files`);
  await page.emulateMedia({ media: "print" });
  await expect(heading).toBeHidden();
  await expect(page.getByRole("link", { name: "Weitere 12.pdf" })).toBeHidden();
});

test("the overview of the API, of which PDFs are made, names no files", async ({ api }) => {
  const project = await create(api, "projects", projectValues());
  const bezeichnung = unique("Nurbildschirm");
  await addFile(api, `projects/${project}`, { name: "Vertrag.pdf", bezeichnung });
  const overview = await (await api.get(`/api/projects/${project}/overview`)).text();
  expect(overview).not.toContain(bezeichnung);
  expect(overview).not.toContain("Vertrag.pdf");
});

test("the merge page names the files that move, and those that both records have", async ({ page, api, login }) => {
  const [keep, drop] = [
    await create(api, "projects", projectValues({ projekt_titel: unique("Bleibt") })),
    await create(api, "projects", projectValues({ projekt_titel: unique("Geht") })),
  ];
  const bytes = pdf();
  await addFile(api, `projects/${keep}`, { name: "Vertrag.pdf", bytes });
  await addFile(api, `projects/${drop}`, { name: "Vertrag Kopie.pdf", bytes });
  await addFile(api, `projects/${drop}`, { name: "n1.pdf", bezeichnung: "Nachtrag 1" });
  await login();
  await page.goto(`/pages/merge?kind=projects&keep=${keep}&drop=${drop}`);
  const result = page.getByRole("region", { name: "So sieht das Ergebnis aus" });
  await expect(result).toContainText("2 (eine kommt dazu, eine hatten beide)");
  await expect(result).toContainText("„Nachtrag 1“ kommt dazu");
  await expect(result).toContainText("„Vertrag Kopie.pdf“ liegt bei beiden; die des bleibenden Datensatzes bleibt");
});
