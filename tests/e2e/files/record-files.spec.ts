import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { allDefinitions } from "@/lib/model/kinds/registry";
import type { FileRow } from "@/lib/features/files/file-answers";
import { projectValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { addFile } from "../../support/browser/add-file";
import { dropFiles, pdfNamed } from "../../support/browser/files";
import { expect, test } from "../../support/browser/fixtures";
import { choose, create, loginAsColleague, unique } from "../../support/browser/steps";

const list = (page: Page) => page.getByRole("list", { name: "Dateien, die neueste zuerst" });
const uploads = (page: Page) => page.getByRole("list", { name: "Uploads" });
const rowOf = (page: Page, name: string) => list(page).getByRole("listitem").filter({ hasText: name });
const formOf = (page: Page, name: string) => page.getByRole("form", { name: `Angaben zu ${name} ändern` });
const tab = (page: Page) => page.getByRole("tab", { name: /^Dateien/ });

const createProject = (api: APIRequestContext) =>
  create(api, "projects", projectValues({ projekt_titel: unique("Akte") }));

async function filesOf(api: APIRequestContext, record: string): Promise<FileRow[]> {
  return ((await (await api.get(`/api/${record}/files`)).json()) as { files: FileRow[] }).files;
}

async function chooseInMenu(row: Locator, item: string) {
  await row.getByRole("button", { name: /^Aktionen zu/ }).click();
  await row.page().getByRole("menuitem", { name: item }).click();
}

test.describe("an editor", () => {
  test.beforeEach(async ({ login }) => login());

  test("drops files anywhere on a record, which are uploaded and counted", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}`);
    await expect(tab(page)).toHaveText("Dateien0");
    await dropFiles(page, [pdfNamed("eins.pdf"), pdfNamed("zwei.pdf"), pdfNamed("drei.pdf")]);
    await expect(tab(page)).toHaveText("Dateien3");
    await expect(tab(page)).toHaveAttribute("aria-selected", "true");
    await expect(list(page).getByRole("listitem")).toHaveCount(3);
    await expect(page.getByText("3 Dateien gespeichert")).toBeVisible();
    expect((await filesOf(api, `projects/${project}`)).map(({ name }) => name).sort()).toEqual([
      "drei.pdf",
      "eins.pdf",
      "zwei.pdf",
    ]);
  });

  test("chooses files with the button", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    const { name, bytes } = pdfNamed("gewählt.pdf");
    const file = { name, mimeType: "application/pdf", buffer: Buffer.from(bytes) };
    await page.getByLabel("Dateien auswählen").setInputFiles([file]);
    await expect(rowOf(page, name)).toBeVisible();
  });

  test("sees how much of a file is sent, and cancels it", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    const network = await page.context().newCDPSession(page);
    const slowly = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 };
    await network.send("Network.emulateNetworkConditions", slowly);
    const large = { name: "groß.pdf", bytes: Buffer.concat([pdfNamed("").bytes, Buffer.alloc(2_000_000)]) };
    await dropFiles(page, [large]);
    const progress = uploads(page).getByRole("progressbar", { name: "Fortschritt von groß.pdf" });
    await expect(progress).toHaveAttribute("aria-valuetext", /^[1-9]\d?\s%/);
    await page.getByRole("button", { name: "Hochladen von groß.pdf abbrechen" }).click();
    await expect(uploads(page)).toBeHidden();
    await expect(page.getByText("Noch keine Dateien")).toBeVisible();
    expect(await filesOf(api, `projects/${project}`)).toEqual([]);
  });

  test("has a file repeated that the server refused for too many requests", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    let refusals = 0;
    await page.route(`**/api/projects/${project}/files`, async (route) => {
      if (refusals > 0) return route.continue();
      refusals += 1;
      const json = { success: false, message: "too_many_requests" };
      return route.fulfill({ status: 429, headers: { "Retry-After": "1" }, json });
    });
    await dropFiles(page, [pdfNamed("später.pdf")]);
    await expect(uploads(page)).toContainText("wartet");
    await expect(rowOf(page, "später.pdf")).toBeVisible();
    expect(refusals).toBe(1);
  });

  test("has a file stored after a login in place of an expired session", async ({ page, api, context }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    await expect(page.getByText("Noch keine Dateien")).toBeVisible();
    await context.clearCookies({ name: "session" });
    await dropFiles(page, [pdfNamed("abgelaufen.pdf")]);
    const dialog = page.getByRole("dialog", { name: "Ihre Anmeldung ist abgelaufen" });
    await dialog.getByLabel(/^Passwort\W*$/).fill("kooperation");
    await dialog.getByRole("button", { name: "Anmelden" }).click();
    await expect(rowOf(page, "abgelaufen.pdf")).toBeVisible();
  });

  test("reads why a file was not stored, also if a proxy refused it", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    await page.route(`**/api/projects/${project}/files`, (route) =>
      route.fulfill({ status: 413, contentType: "text/html", body: "<h1>413 Request Entity Too Large</h1>" }),
    );
    const empty = { name: "leer.pdf", bytes: new Uint8Array() };
    await dropFiles(page, [pdfNamed("proxy.pdf"), pdfNamed("programm.exe"), empty]);
    await expect(uploads(page).getByRole("listitem")).toHaveText([
      /proxy\.pdf.*mehr, als der Webserver vor dieser Anwendung annimmt/,
      /programm\.exe.*Dieses Format wird nicht angenommen/,
      /leer\.pdf.*Die Datei ist leer/,
    ]);
    await page.getByRole("button", { name: "Meldung zu leer.pdf schließen" }).click();
    await expect(uploads(page).getByRole("listitem")).toHaveCount(2);
  });

  test("is led to the file that the record has already", async ({ page, api }) => {
    const project = await createProject(api);
    const file = pdfNamed("doppelt.pdf");
    await addFile(api, `projects/${project}`, file);
    await page.goto(`/projects/${project}?tab=files`);
    await dropFiles(page, [{ ...file, name: "noch einmal.pdf" }]);
    await uploads(page).getByRole("link", { name: "Vorhandene Datei ansehen" }).click();
    await expect(page.getByRole("dialog", { name: "doppelt.pdf" })).toBeVisible();
  });

  test("says what a new file is, at once and in one row, and takes it back", async ({ page, api }) => {
    const project = await createProject(api);
    await page.goto(`/projects/${project}?tab=files`);
    await dropFiles(page, [pdfNamed("vertrag.pdf")]);
    const form = formOf(page, "vertrag.pdf");
    await form.getByLabel("Dateiart").selectOption("Vertrag (unterzeichnet)");
    await form.getByRole("textbox", { name: "Unterzeichnet am" }).fill("01.02.2026");
    await form.getByRole("textbox", { name: "Gültig ab" }).fill("01.03.2026");
    await form.getByRole("textbox", { name: "Gültig bis" }).fill("28.02.2026");
    await form.getByLabel("Sichtbar für").selectOption("Bearbeitende");
    await form.getByRole("button", { name: "Speichern" }).click();
    await expect(form.getByText("Das Ende darf nicht vor dem Beginn liegen")).toBeVisible();
    await form.getByRole("textbox", { name: "Gültig bis" }).fill("28.02.2031");
    await form.getByRole("button", { name: "Speichern" }).click();
    const row = rowOf(page, "vertrag.pdf");
    await expect(row).toContainText("Vertrag (unterzeichnet)");
    await expect(row).toContainText("unterzeichnet 01.02.2026");
    await expect(row).toContainText("gültig 01.03.2026 – 28.02.2031");
    await expect(row).toContainText("nur für Bearbeitende");
    const toast = page.getByRole("listitem").filter({ hasText: "Daten aktualisiert: vertrag.pdf" });
    await toast.getByRole("button", { name: "Rückgängig" }).click();
    await expect(row).toContainText("Sonstiges");
    await expect(row).not.toContainText("nur für Bearbeitende");
  });

  test("uploads a new version, and downloads an earlier one", async ({ page, api }) => {
    const project = await createProject(api);
    await addFile(api, `projects/${project}`, { name: "alt.pdf" });
    await page.goto(`/projects/${project}?tab=files`);
    const chooser = page.waitForEvent("filechooser");
    await chooseInMenu(rowOf(page, "alt.pdf"), "Neue Fassung hochladen …");
    const { name, bytes } = pdfNamed("neu.pdf");
    await (await chooser).setFiles({ name, mimeType: "application/pdf", buffer: Buffer.from(bytes) });
    const row = rowOf(page, "neu.pdf");
    await expect(row).toContainText("Fassung 2");
    await expect(tab(page)).toHaveText("Dateien1");
    await chooseInMenu(row, "Frühere Fassungen");
    const download = page.waitForEvent("download");
    await page
      .getByRole("region", { name: "Fassungen von neu.pdf" })
      .getByRole("link", { name: /alt\.pdf/ })
      .click();
    expect((await download).suggestedFilename()).toBe("alt.pdf");
  });

  test("deletes a file, and undoes it in the toast", async ({ page, api }) => {
    const project = await createProject(api);
    await addFile(api, `projects/${project}`, { name: "weg.pdf" });
    await page.goto(`/projects/${project}?tab=files`);
    await chooseInMenu(rowOf(page, "weg.pdf"), "Löschen");
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
    await expect(tab(page)).toHaveText("Dateien0");
    await page.getByRole("button", { name: "Rückgängig" }).click();
    await expect(rowOf(page, "weg.pdf")).toBeVisible();
  });

  test("attaches two files to a project that is not saved yet", async ({ page, api }) => {
    const title = unique("Neu mit Akte");
    await page.goto("/projects/new");
    await expect(tab(page)).toHaveAttribute("aria-disabled", "true");
    await dropFiles(page, [pdfNamed("erste.pdf"), pdfNamed("zweite.pdf"), pdfNamed("dritte.pdf")]);
    await page.getByRole("button", { name: "dritte.pdf nicht anhängen" }).click();
    await expect(page.getByText("2 Dateien werden nach dem Speichern hochgeladen:")).toBeVisible();
    await page.getByLabel("Projekttitel").fill(title);
    await page.getByLabel("Vertragsgrundlage").selectOption("unbefristet");
    await page.getByRole("textbox", { name: "Projektbeginn" }).fill("01.01.2026");
    await choose(page.getByLabel("Einrichtungen"), "k. A.");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Speichern" }).click();
    await page.getByRole("button", { name: "Weiter bearbeiten" }).click();
    await expect(page).toHaveURL(/\/projects\/\d+/);
    await expect(tab(page)).toHaveText("Dateien2");
    const project = Number(/\d+/.exec(new URL(page.url()).pathname)?.[0]);
    const names = (await filesOf(api, `projects/${project}`)).map(({ name }) => name);
    expect(names.sort()).toEqual(["erste.pdf", "zweite.pdf"]);
  });

  test("is asked before files are lost with a record that is not saved", async ({ page }) => {
    await page.goto("/members/new");
    await dropFiles(page, [pdfNamed("wartet.pdf")]);
    await expect(page.getByText("Eine Datei wird nach dem Speichern hochgeladen:")).toBeVisible();
    await page.getByRole("link", { name: "Kalender" }).click();
    await page.getByRole("button", { name: "Auf der Seite bleiben" }).click();
    await expect(page.getByText("wartet.pdf")).toBeVisible();
  });

  for (const { apiPath, pages } of allDefinitions) {
    test(`finds the tab on every kind of record: ${apiPath}`, async ({ page, api }) => {
      const first = await (await api.get(`/api/${apiPath}?pageSize=1`)).json();
      const [row] = first.data as Record<string, number>[];
      const id = Object.values(row ?? {})[0];
      await page.goto(`${pages.detail}/${id}?tab=files`);
      await expect(page.getByText("Noch keine Dateien")).toBeVisible();
      await page.goto(`${pages.detail}/new`);
      await expect(tab(page)).toHaveAttribute("aria-disabled", "true");
    });
  }

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });
      test(`files, a form and an upload have no accessibility fault: ${colorScheme}`, async ({ page, api }) => {
        const project = await createProject(api);
        const hidden = { sichtbar: "bearbeiter", gueltig_bis: "2020-01-01" };
        await addFile(api, `projects/${project}`, { name: "da.pdf", ...hidden });
        await page.goto(`/projects/${project}?tab=files`);
        await page.getByRole("button", { name: "Angaben zu da.pdf ändern" }).click();
        await dropFiles(page, [pdfNamed("programm.exe")]);
        await expect(uploads(page)).toBeVisible();
        expect(await accessibilityFaults(page)).toEqual([]);
      });
    });
  }
});

test("a reader sees the files that all may see, and writes none", async ({ page, api, app }) => {
  const project = await createProject(api);
  await addFile(api, `projects/${project}`, { name: "offen.pdf" });
  await addFile(api, `projects/${project}`, { name: "intern.pdf", sichtbar: "bearbeiter" });
  await loginAsColleague(page, app, "reader");
  await page.goto(`/projects/${project}?tab=files`);
  await expect(list(page).getByRole("listitem")).toHaveText([/offen\.pdf/]);
  await expect(tab(page)).toHaveText("Dateien1");
  await expect(page.locator("input[type=file]")).toHaveCount(0);
  await page.getByRole("button", { name: "Aktionen zu offen.pdf" }).click();
  await expect(page.getByRole("menuitem")).toHaveText(["Herunterladen"]);
});

test("an editor offers no visibility above their own role", async ({ page, api, app }) => {
  const project = await createProject(api);
  await addFile(api, `projects/${project}`, { name: "meine.pdf" });
  await loginAsColleague(page, app, "editor");
  await page.goto(`/projects/${project}?tab=files`);
  await page.getByRole("button", { name: "Angaben zu meine.pdf ändern" }).click();
  await expect(formOf(page, "meine.pdf").getByLabel("Sichtbar für").getByRole("option")).toHaveText([
    "alle",
    "Bearbeitende",
  ]);
});
