import { readFileSync } from "node:fs";
import path from "node:path";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { accessibilityFaults, contrastFaults } from "../../support/browser/accessibility";
import { addFile } from "../../support/browser/add-file";
import { expect, test } from "../../support/browser/fixtures";
import { projectValues } from "../../support/factories";
import { create } from "../../support/browser/steps";

/* Previews of files (contract §18). A comment in each PDF says how it was made; qpdf encrypted password.pdf. */

const PDFS = path.join(import.meta.dirname, "../../fixtures/pdfs");
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

/** Uploads a file to a new project. @returns the address of its preview */
async function upload(api: APIRequestContext, name: string, bytes: Uint8Array) {
  const project = await create(api, "projects", projectValues());
  const datei_id = await addFile(api, `projects/${project}`, { name, bytes });
  return { datei_id, address: `/projects/${project}?tab=files&file=${datei_id}` };
}

const uploadFixture = (api: APIRequestContext, name: string) => upload(api, name, readFileSync(path.join(PDFS, name)));

/** Collects the messages of the console: the policy of a page or worker reports there what it refuses. */
function consoleOf(page: Page): string[] {
  const messages: string[] = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) messages.push(message.text());
  });
  return messages;
}

const pageNumbered = (page: Page, number: number, total: number) =>
  page.getByRole("group", { name: `Seite ${number} von ${total}`, exact: true });

/** Scrolls to the last page by key, again if a busy Chromium drops the animation of the scrolling. */
async function scrollToEnd(page: Page, total: number) {
  await expect(async () => {
    await page.getByRole("region", { name: "Seiten der Datei" }).press("End");
    await expect(page.getByText(`Seite ${total} von ${total}`, { exact: true })).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Returns the shares of dark and light pixels of a page's canvas. */
async function inkOf(group: Locator) {
  await group.locator("canvas").waitFor();
  return group.locator("canvas").evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
    let [dark, light] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      if (data[at]! < 100) dark += 1;
      if (data[at]! > 200) light += 1;
    }
    return { dark: (dark * 4) / data.length, light: (light * 4) / data.length };
  });
}

/** Returns a PDF of empty pages. It has no table of its objects, which readers then look for. */
function emptyPages(count: number): Buffer {
  const pages = Array.from({ length: count }, (_, at) => at + 3);
  return Buffer.from(
    `%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n` +
      `2 0 obj<</Type/Pages/Count ${count}/Kids[${pages.map((id) => `${id} 0 R`).join(" ")}]>>endobj\n` +
      pages.map((id) => `${id} 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj\n`).join("") +
      "trailer<</Root 1 0 R>>\n%%EOF\n",
  );
}

for (const { name, text, total } of [
  { name: "fonts-not-embedded.pdf", text: "zwischen der Hochschule und ihren Partnern in Zürich", total: 3 },
  { name: "cjk.pdf", text: "合作协议 大学 中国", total: 2 },
  { name: "scan-ccitt.pdf", text: "Bild ohne lesbaren Text", total: 2 },
  { name: "scan-jbig2.pdf", text: "Bild ohne lesbaren Text", total: 2 },
  { name: "scan-jpeg2000.pdf", text: "Bild ohne lesbaren Text", total: 2 },
]) {
  test(`the preview draws ${name} in a worker, within the policies`, async ({ page, login, api }) => {
    const { address } = await uploadFixture(api, name);
    await login();
    const messages = consoleOf(page);
    await page.goto(address);
    const first = pageNumbered(page, 1, total);
    const { dark, light } = await inkOf(first);
    expect(dark).toBeGreaterThan(0.002);
    expect(light).toBeGreaterThan(0.9);
    await expect(first).toContainText(text);
    expect(page.workers()).toHaveLength(1);

    await page.getByRole("button", { name: "Nächste Seite" }).click();
    const second = pageNumbered(page, 2, total);
    expect((await inkOf(second)).dark).toBeGreaterThan(0.002);
    await expect(page.getByText(`Seite 2 von ${total}`, { exact: true })).toBeVisible();
    expect(messages).toEqual([]);

    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expect.poll(() => page.workers().length).toBe(0);
  });
}

test("the preview shows the details beside the pages, is accessible in both colour schemes, and on phones", async ({
  page,
  login,
  api,
}) => {
  const { datei_id, address } = await uploadFixture(api, "fonts-not-embedded.pdf");
  const details = { bezeichnung: "Vertrag mit Zürich", unterzeichnet_am: "2025-09-12", sichtbar: "bearbeiter" };
  await api.put(`/api/files/${datei_id}`, { data: details });
  await login();
  await page.goto(address);
  const dialog = page.getByRole("dialog", { name: "Vertrag mit Zürich" });
  await pageNumbered(page, 1, 3).locator("canvas").waitFor();
  for (const shown of ["fonts-not-embedded.pdf", "12.09.2025", "Bearbeitende", "2 kB"]) {
    await expect(dialog.getByText(shown, { exact: true })).toBeVisible();
  }
  await expect(dialog.getByText("gültig ab")).toHaveCount(0);
  expect(await accessibilityFaults(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastFaults(page)).toEqual([]);

  await page.setViewportSize({ width: 375, height: 740 });
  await expect(dialog.getByText("12.09.2025", { exact: true })).toBeHidden();
  await dialog.getByRole("button", { name: "Angaben" }).click();
  await expect(dialog.getByText("12.09.2025", { exact: true })).toBeVisible();
  expect(await accessibilityFaults(page)).toEqual([]);
});

test("keys scroll the pages, and the pages can be made larger and smaller", async ({ page, login, api }) => {
  const { address } = await uploadFixture(api, "fonts-not-embedded.pdf");
  await login();
  await page.goto(address);
  const first = pageNumbered(page, 1, 3);
  await first.locator("canvas").waitFor();
  const widthOf = () => first.evaluate((group) => group.clientWidth);
  const fitting = await widthOf();
  await page.getByRole("button", { name: "Vergrößern" }).click();
  await expect.poll(widthOf).toBeGreaterThan(fitting);
  await page.getByRole("button", { name: "An die Breite anpassen" }).click();
  await expect.poll(widthOf).toBe(fitting);
  await page.getByRole("button", { name: "Verkleinern" }).click();
  await expect.poll(widthOf).toBeLessThan(fitting);
  const pages = page.getByRole("region", { name: "Seiten der Datei" });
  const topOf = () => pages.evaluate((region) => region.scrollTop);
  const top = await topOf();
  await page.keyboard.press("PageDown");
  await expect.poll(topOf).toBeGreaterThan(top);
  await scrollToEnd(page, 3);
});

test("of a PDF with 1,000 pages only those near the view are drawn", async ({ page, login, api }) => {
  const { address } = await upload(api, "lang.pdf", emptyPages(1_000));
  await login();
  await page.goto(address);
  await pageNumbered(page, 1, 1_000).locator("canvas").waitFor();
  await scrollToEnd(page, 1_000);
  await pageNumbered(page, 1_000, 1_000).locator("canvas").waitFor();
  await expect(pageNumbered(page, 1, 1_000).locator("canvas")).toHaveCount(0);
  expect(await page.locator("canvas").count()).toBeLessThan(10);
});

test("a picture is shown as it is, and another file can only be downloaded", async ({ page, login, api }) => {
  const picture = await upload(api, "siegel.png", Buffer.from(PIXEL, "base64"));
  const text = await upload(api, "anlage.txt", Buffer.from("Anlage 1"));
  await login();
  const messages = consoleOf(page);
  await page.goto(picture.address);
  const image = page.getByRole("img", { name: "siegel.png" });
  await expect.poll(() => image.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBe(1);
  await page.goto(text.address);
  const dialog = page.getByRole("dialog", { name: "anlage.txt" });
  await expect(dialog.getByText("Für diese Datei gibt es keine Vorschau", { exact: false })).toBeVisible();
  const download = page.waitForEvent("download");
  await dialog.getByRole("link", { name: "Herunterladen" }).click();
  expect((await download).suggestedFilename()).toBe("anlage.txt");
  expect(messages).toEqual([]);
});

test("a PDF that is broken or needs a password says so", async ({ page, login, api }) => {
  const broken = await upload(api, "kaputt.pdf", Buffer.from("%PDF-1.7\nnothing"));
  const locked = await uploadFixture(api, "password.pdf");
  await login();
  await page.goto(broken.address);
  await expect(page.getByRole("alert")).toHaveText("Diese Datei ist beschädigt und lässt sich nicht anzeigen.");
  await page.goto(locked.address);
  await expect(page.getByText("Diese Datei ist mit einem Passwort geschützt", { exact: false })).toBeVisible();
});

test("without a connection the preview says so, and is shown once there is one", async ({ page, login, api }) => {
  const { address } = await uploadFixture(api, "fonts-not-embedded.pdf");
  await login();
  for (const lost of ["**/api/files/*/content*", "**/pdf/**/pdf.worker.min.mjs"]) {
    await page.route(lost, (route) => route.abort());
    await page.goto(address);
    await expect(page.getByText("Der Server ist zurzeit nicht erreichbar").first()).toBeVisible();
    await page.unroute(lost);
    await page.getByRole("button", { name: "Noch einmal versuchen" }).click();
    await pageNumbered(page, 1, 3).locator("canvas").waitFor();
  }
});

test("a file that was deleted meanwhile says so", async ({ page, login, api }) => {
  const { datei_id, address } = await uploadFixture(api, "fonts-not-embedded.pdf");
  await login();
  await page.route(`**/api/files/${datei_id}/content*`, async (route) => {
    await api.delete(`/api/files/${datei_id}`);
    await route.continue();
  });
  await page.goto(address);
  await expect(page.getByRole("dialog").getByText("Diese Datei gibt es nicht mehr", { exact: false })).toBeVisible();
  await expect(page.getByRole("button", { name: "Noch einmal versuchen" })).toHaveCount(0);
});
