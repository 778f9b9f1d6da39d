import type { APIRequestContext, Page } from "@playwright/test";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { agreementPdf } from "@/prisma/demo/agreements/agreement-pdf";
import { projectValues, thematicFieldValues } from "../../support/factories";
import { accessibilityFaults } from "../../support/browser/accessibility";
import { addFile } from "../../support/browser/add-file";
import { dropFiles } from "../../support/browser/files";
import { expect, test } from "../../support/browser/fixtures";
import { create, loginAsColleague, unique } from "../../support/browser/steps";

/* Contracts are read by a job, and what they say is decided above the form of their project (contract §18). */

let readingInstance: { stop: () => Promise<void> };

test.describe.configure({ mode: "default" });
test.beforeAll(async ({ app }) => {
  readingInstance = await app.startInstance(app.url, { settings: { JOBS: "on" } });
});
test.afterAll(() => readingInstance.stop());

const { none, fixedTerm } = referenceLists.vertragsgrundlagen.rules;

const TERM = "Die Vereinbarung tritt am 1. Oktober 2033 in Kraft und gilt bis zum 30. September 2037.";
const NOTICE = "Jede Seite kann die Vereinbarung mit einer Frist von drei Monaten zum Ende der Laufzeit kündigen.";
const FIRST_PAGE = `Kooperationsvereinbarung\n\nzwischen der Universität Lindenau\nund dem Museum am Markt\n\n§ 1 Gegenstand\n\n`;

/** Returns a contract whose second page has its term and notice period, with a title that no other test has. */
async function contract(): Promise<Uint8Array> {
  const filler = "Die Parteien arbeiten in Lehre und Forschung zusammen. ".repeat(40);
  return agreementPdf([
    `${FIRST_PAGE}${unique("Vorhaben")}. ${filler}`,
    `§ 2 Laufzeit und Kündigung\n\n(1) ${TERM}\n\n(2) ${NOTICE}\n`,
  ]);
}

async function createProject(api: APIRequestContext) {
  const projekt_titel = unique("Projekt mit Vertrag");
  const topic = await create(api, "thematicfields", thematicFieldValues({ themenfeld_de: unique("Feld") }));
  const values = { projekt_titel, vertragsgrundlage: none, kuendigungsfrist: "", themenfelder: [topic] };
  const id = await create(api, "projects", projectValues({ ...values, status: PROJECT_STATUS.ongoing }));
  return { id, topic, title: projekt_titel };
}

const valuesOf = async (api: APIRequestContext, id: number) =>
  ((await (await api.get(`/api/projects/${id}`)).json()) as { data: Record<string, unknown> }).data;

const block = (page: Page) => page.getByRole("region", { name: "Aus dem Vertrag gelesen" });

/** Waits until the job has read the files of a project. */
const waitForProposals = (api: APIRequestContext, id: number) =>
  expect
    .poll(
      async () => {
        const answer = await api.get(`/api/proposals?kind=projects&id=${id}&type=file&state=open`);
        return ((await answer.json()) as { total: number }).total;
      },
      { timeout: 60_000 },
    )
    .toBe(4);

async function createReadContract(api: APIRequestContext) {
  const project = await createProject(api);
  const name = "vertrag.pdf";
  const datei_id = await addFile(api, `projects/${project.id}`, { name, bytes: await contract() });
  await waitForProposals(api, project.id);
  return { ...project, name, datei_id };
}

test("a dropped contract fills a project's term in one decision and its notice period in another", async ({
  page,
  login,
  api,
}) => {
  const { id, topic, title } = await createProject(api);
  await login();
  await page.goto(`/projects/${id}`);
  await dropFiles(page, [{ name: "vertrag.pdf", bytes: await contract() }]);
  await expect(page.getByText("durchsuchbar (2 Seiten)")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("tabpanel").getByRole("link", { name: "4 Vorschläge" }).click();

  await expect(block(page)).toContainText(TERM);
  await expect(block(page).getByRole("link", { name: "Seite 2" })).toHaveCount(2);
  expect(await accessibilityFaults(page)).toEqual([]);
  await block(page)
    .getByRole("button", { name: `Vertragsgrundlage, Projektbeginn, Projektende übernehmen: ${title}` })
    .click();
  await expect(page.getByRole("textbox", { name: /^Projektende/ })).toHaveValue("30.09.2037");
  const { vertragsgrundlage, projektbeginn, projektende, kuendigungsfrist } = await valuesOf(api, id);
  expect([vertragsgrundlage, projektbeginn, projektende]).toEqual([fixedTerm, "2033-10-01", "2037-09-30"]);
  expect(kuendigungsfrist).toBe("");
  await expect(block(page).getByRole("heading")).toBeFocused();

  await block(page)
    .getByRole("button", { name: `Kündigungsfrist übernehmen: ${title}` })
    .click();
  await expect(block(page)).toBeHidden();
  await expect(page.getByRole("link", { name: /offene[rn]? Vorschl/ })).toHaveCount(0);
  await expect(page.getByLabel("Kündigungsfrist", { exact: true })).toHaveValue(/3 Monate/);

  await page.goto(`/calendar?month=2037-06&topics=${topic}`);
  await expect(page.getByRole("main").getByRole("link", { name: new RegExp(`^Kündigung.*${title}`) })).toBeVisible();
});

test("all values of a contract are accepted at once, and the toast undoes it", async ({ page, login, api }) => {
  const { id, name } = await createReadContract(api);
  await login();
  await page.goto(`/projects/${id}`);
  await page.getByRole("link", { name: "4 offene Vorschläge" }).click();
  await page.getByRole("button", { name: `Alle übernehmen: ${name}` }).click();
  await expect(block(page)).toBeHidden();
  await expect(page.getByRole("textbox", { name: /^Projektende/ })).toHaveValue("30.09.2037");
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByRole("textbox", { name: /^Projektende/ })).toBeHidden();
  expect(await valuesOf(api, id)).toMatchObject({ vertragsgrundlage: none, kuendigungsfrist: "" });
});

test("accepting keeps what is not saved yet, except in the fields that are accepted", async ({ page, login, api }) => {
  const { id, title } = await createReadContract(api);
  await login();
  await page.goto(`/projects/${id}?tab=base_data`);
  await page.getByLabel("Kündigungsfrist", { exact: true }).fill("1 Monat");
  await page.getByLabel(/^Projekttitel/).fill(`${title} neu`);
  await block(page)
    .getByRole("button", { name: `Kündigungsfrist übernehmen: ${title}` })
    .click();
  await expect(page.getByLabel("Kündigungsfrist", { exact: true })).toHaveValue(/3 Monate/);
  await expect(page.getByLabel(/^Projekttitel/)).toHaveValue(`${title} neu`);
  await page.getByRole("button", { name: "Speichern" }).click();
  await expect(page.getByText("Nicht gespeicherte Änderungen")).toBeHidden();
  await expect.poll(() => valuesOf(api, id)).toMatchObject({ projekt_titel: `${title} neu` });
});

test("a value that was changed since is accepted only on request", async ({ page, login, api }) => {
  const { id, title } = await createReadContract(api);
  await login();
  await page.goto(`/projects/${id}?tab=base_data`);
  expect((await api.put(`/api/projects/${id}`, { data: { kuendigungsfrist: "1 Jahr" } })).ok()).toBe(true);
  await block(page)
    .getByRole("button", { name: `Kündigungsfrist übernehmen: ${title}` })
    .click();
  const refused = block(page).getByRole("region", { name: "Ein Vorschlag wurde nicht übernommen" });
  await refused.getByRole("button", { name: /^Trotzdem übernehmen/ }).click();
  await expect(refused).toBeHidden();
  expect((await valuesOf(api, id)).kuendigungsfrist).toContain("3 Monate");
});

test("the sentence is marked in the preview, also from the queue and at its address", async ({ page, login, api }) => {
  const { id, title, datei_id } = await createReadContract(api);
  await login();
  await page.goto(`/pages/proposals?kind=projects&id=${id}`);
  const card = page.getByRole("listitem", { name: title });
  await expect(card.getByRole("link", { name: "vertrag.pdf" })).toBeVisible();
  const link = card.getByRole("link", { name: "Seite 2" }).first();
  const address = await link.getAttribute("href");
  expect(address).toMatch(new RegExp(`^/projects/${id}\\?tab=files&file=${datei_id}&page=2&proposal=\\d+$`));

  for (const open of [() => link.click(), () => page.goto(address ?? ""), () => page.reload()]) {
    await open();
    const marks = page.getByRole("group", { name: "Seite 2 von 2", exact: true }).locator("mark");
    await expect(marks.first()).toBeInViewport();
    const marked = (await marks.allTextContents()).join(" ").replaceAll(/\s+/g, " ");
    expect(TERM.replaceAll(" ", "")).toBe(marked.replaceAll(" ", ""));
    await expect(page.getByText("Die Stelle ist auf Seite 2 markiert.")).toBeAttached();
  }
});

test("from the form the preview opens over it, and leaves what was typed", async ({ page, login, api }) => {
  const { id } = await createReadContract(api);
  await login();
  await page.goto(`/projects/${id}?tab=base_data`);
  await page.getByLabel(/^Projekttitel/).fill("Neuer Titel");
  await block(page).getByRole("link", { name: "Seite 2" }).first().click();
  await expect(page.getByRole("dialog", { name: "vertrag.pdf" }).locator("mark").first()).toBeInViewport();
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByLabel(/^Projekttitel/)).toHaveValue("Neuer Titel");
});

test("a rejection above the form can be undone, also of the last proposal", async ({ page, login, api }) => {
  const { id, title } = await createReadContract(api);
  const { data } = (await (await api.get(`/api/proposals?kind=projects&id=${id}&state=open`)).json()) as {
    data: { proposal_id: number; field: string }[];
  };
  const others = data.filter(({ field }) => field !== "kuendigungsfrist").map(({ proposal_id }) => proposal_id);
  expect((await api.post("/api/proposals/reject", { data: { ids: others } })).ok()).toBe(true);
  await login();
  await page.goto(`/projects/${id}?tab=base_data`);
  await block(page)
    .getByRole("button", { name: `Kündigungsfrist ablehnen: ${title}` })
    .click();
  await expect(block(page)).toHaveCount(0);
  await page.getByRole("button", { name: "Rückgängig" }).click();
  await expect(page.getByText("Vorschlag wieder offen")).toBeVisible();
  await expect(block(page)).toContainText(NOTICE);
});

test("the queue shows only proposals of files", async ({ page, login, api }) => {
  const { id, title } = await createReadContract(api);
  await login();
  await page.goto(`/pages/proposals?kind=projects&id=${id}&type=file`);
  await expect(page.getByLabel("Herkunft")).toHaveValue("file");
  await expect(page.getByRole("listitem", { name: title })).toContainText(NOTICE);
  await page.getByRole("button", { name: `Kündigungsfrist ablehnen: ${title}` }).click();
  await expect(page.getByText("Vorschlag abgelehnt")).toBeVisible();
});

test("a reader sees the file at the address of a proposal, without the proposal", async ({ page, app, api }) => {
  const { id, datei_id } = await createReadContract(api);
  await loginAsColleague(page, app, "reader");
  await page.goto(`/projects/${id}?tab=files&file=${datei_id}&page=2&proposal=1`);
  await page.getByRole("group", { name: "Seite 2 von 2", exact: true }).locator("canvas").waitFor();
  await expect(page.locator("mark")).toHaveCount(0);
  await page.goto(`/projects/${id}`);
  await expect(page.getByText("offene Vorschläge")).toHaveCount(0);
  await expect(block(page)).toHaveCount(0);
});
