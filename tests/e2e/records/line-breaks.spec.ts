import type { Locator, Page } from "@playwright/test";
import { institutionValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/*
 * Texts with line breaks (contract §10): forms keep them, Enter saves, Shift+Enter breaks the line,
 * and lists and prints show a comma instead.
 */

const ADDRESS = "Weg 1\n50923 Köln";

const field = (page: Page, label: string) =>
  page.getByLabel(new RegExp(`^${label}\\W*$`)).and(page.locator("input, select, textarea"));
const tagOf = (locator: Locator) => locator.evaluate((element) => element.tagName);
const saved = (page: Page) => page.getByText(/^Daten aktualisiert: (?!.*Was jemand)/);

/** Pastes a text as the clipboard of a browser does. */
const paste = (locator: Locator, text: string) =>
  locator.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test.beforeEach(async ({ login }) => login());

test("a text with line breaks is kept when another field is saved by Enter", async ({ page, api }) => {
  const id = await create(api, "institutions", institutionValues({ adresse: ADDRESS, abteilung: "Haus B" }));
  const read = async () => (await (await api.get(`/api/institutions/${id}`)).json()).data;
  await page.goto(`/institution/${id}?tab=base_data`);
  await expect(field(page, "Adresse")).toHaveValue(ADDRESS);
  expect(await tagOf(field(page, "Adresse"))).toBe("TEXTAREA");
  expect(await tagOf(field(page, "Abteilung"))).toBe("INPUT");
  await field(page, "Abteilung").fill("Haus C");
  await field(page, "Abteilung").press("Enter");
  await expect(saved(page)).toBeVisible();
  expect(await read()).toMatchObject({ adresse: ADDRESS, abteilung: "Haus C" });

  await field(page, "Adresse").press("End");
  await page.keyboard.type(" (Westfalen)");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await read()).adresse).toBe("Weg 1 (Westfalen)\n50923 Köln");
  await expect(field(page, "Adresse")).toBeFocused();
});

test("Shift+Enter breaks the line at the cursor, and keeps the focus and the browser's undo", async ({ page, api }) => {
  const id = await create(api, "institutions", institutionValues({ adresse: "Weg 1 50923 Köln" }));
  await page.goto(`/institution/${id}?tab=base_data`);
  const address = field(page, "Adresse");
  expect(await tagOf(address)).toBe("INPUT");
  await address.focus();
  await address.evaluate((input: HTMLInputElement) => input.setSelectionRange(5, 6));
  await page.keyboard.press("Shift+Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveValue("Weg 1\n50923 Köln");
  expect(await tagOf(address)).toBe("TEXTAREA");
  await page.keyboard.type("D-");
  await page.keyboard.press("Shift+Enter");
  await expect(address).toHaveValue("Weg 1\nD-\n50923 Köln");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Enter");
  await expect(saved(page)).toBeVisible();
  expect((await (await api.get(`/api/institutions/${id}`)).json()).data.adresse).toBe("Weg 1\nD-50923 Köln");

  for (let undone = 0; undone < 5; undone += 1) await page.keyboard.press("Control+z");
  await expect(address).toHaveValue("Weg 1 50923 Köln");
  await expect(address).toBeFocused();
  await field(page, "Telefon").focus();
  expect(await tagOf(address), "a text without breaks is in an input").toBe("INPUT");
});

test("pasted lines are kept in text fields, and joined by spaces in e-mail and web addresses", async ({ page }) => {
  await page.goto("/person/new");
  const phone = field(page, "Telefon");
  await phone.fill("Büro: ");
  await paste(phone, "\r\n+49 241 1\r\n+49 241 2\r\n");
  await expect(phone).toHaveValue("Büro: +49 241 1\n+49 241 2");
  await expect(phone).toBeFocused();
  const email = field(page, "E-Mail");
  await email.focus();
  await paste(email, "a@example.org\nb@example.org\n");
  await expect(email).toHaveValue("a@example.org b@example.org");
  expect(await tagOf(email)).toBe("INPUT");
  await email.press("Tab");
  await expect(email).toHaveAttribute("aria-invalid", "true");
  await page.reload();
});

test("a link's remark keeps its lines: Shift+Enter breaks the line, Enter saves, Escape closes the editor", async ({
  page,
  api,
}) => {
  const project = await create(api, "projects", projectValues());
  const name = unique("Haus");
  const id = await create(api, "institutions", institutionValues({ name }));
  await api.post(`/api/projects/institution/${id}/${project}`, { data: { bemerkung: "Eins\nZwei" } });
  const remark = async () =>
    (await (await api.get(`/api/projects/${project}`)).json()).data.institutionen[0].bemerkung as string;
  await page.goto(`/projects/${project}?tab=institutionen`);
  await page.waitForLoadState("networkidle");
  const row = page.getByRole("row").filter({ hasText: name });
  await expect(row).toContainText("Eins, Zwei");
  const editor = page.getByRole("dialog", { name: /^Verknüpfung mit/ });
  await row.getByRole("button", { name: /^seit eintragen/ }).press("Enter");
  await editor.getByRole("textbox", { name: "seit" }).fill("01.03.2021");
  await page.keyboard.press("Enter");
  await expect(editor).toHaveCount(0);
  expect(await remark()).toBe("Eins\nZwei");

  await row.getByRole("button", { name: "01.03.2021" }).press("Enter");
  await editor.getByLabel("Bemerkung").press("Control+End");
  await page.keyboard.press("Shift+Enter");
  await page.keyboard.type("Drei");
  await page.keyboard.press("Enter");
  await expect(editor).toHaveCount(0);
  expect(await remark()).toBe("Eins\nZwei\nDrei");

  await row.getByRole("button", { name: "01.03.2021" }).press("Enter");
  await editor.getByLabel("Bemerkung").press("Escape");
  await expect(editor).toHaveCount(0);
});

test("the dialog for a new record accepts line breaks, and Enter creates the record", async ({ page, api }) => {
  const project = await create(api, "projects", projectValues());
  const name = unique("Neues Haus");
  await page.goto(`/projects/${project}?tab=institutionen`);
  const box = page.getByLabel("Partnerinstitution hinzufügen");
  await box.fill(name);
  await expect(page.getByRole("listbox").getByRole("option")).toHaveText([`„${name}“ anlegen`]);
  await box.press("Enter");
  const dialog = page.getByRole("dialog");
  const sectors = dialog.getByRole("textbox", { name: /^Branchen/ });
  await sectors.fill("Bildung");
  await sectors.press("Shift+Enter");
  await page.keyboard.type("Kultur");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  const { data } = await (await api.get(`/api/institutions?filter=${encodeURIComponent(name)}`)).json();
  expect(data).toMatchObject([{ branchen: "Bildung\nKultur" }]);
});

for (const width of [1440, 375]) {
  test(`line breaks are shown in form controls, and as commas in overviews and prints, at ${width} px`, async ({
    page,
    api,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    const name = unique("Zeilenhaus");
    const lines = "Zentrum für Lehrerinnen- und Lehrerbildung\nGebäude 3, Raum 12\nWeg 1\n50923 Köln";
    const id = await create(api, "institutions", institutionValues({ name, adresse: lines, telefon: "+49 1\n+49 2" }));
    const shown = lines.replaceAll("\n", ", ");
    await page.goto(`/institution/${id}?tab=base_data`);
    const address = field(page, "Adresse");
    await expect(address).toHaveValue(lines);
    const isWhole = await address.evaluate((area) => area.scrollHeight <= area.clientHeight);
    expect(isWhole, "all lines are visible").toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await page.goto(`/institution/${id}?tab=overview`);
    await expect(page.getByText(shown)).toBeVisible();
    const query = `filter=${encodeURIComponent(name)}&columns=name,adresse`;
    await page.goto(`/print/institutions?${query}`);
    await expect(page.getByRole("cell", { name: shown })).toBeVisible();
  });
}
