import type { Page } from "@playwright/test";
import { institutionValues, projectValues } from "../../support/factories";
import { readPdf, type PdfContent } from "../../support/pdf";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

const WIDTHS = [1440, 1024, 375];
/** Points between a column's heading and its texts that are not another column. */
const TOLERANCE = 4;
const CONTROLS = ["Suchen", "Hinzufügen", "Spalten", "Einträge pro Seite", "Abmelden", "Impressum", "Aktionen"];

/** Leaves out what a text and its printed lines differ in: blanks, hyphens, dots between names. */
const compact = (text: string) => text.replace(/[\s\u00ad\u2010·-]/g, "");

/** Prints as browsers do, which take the size of the paper from the styles. */
const print = async (page: Page) => readPdf(await page.pdf({ preferCSSPageSize: true }));

/** Returns the headings of a list, and the texts of its rows. */
const readList = (page: Page) =>
  page.getByRole("grid").evaluate((table) => {
    const textOf = (cell: Element) => {
      const copy = (cell.querySelector(".row-link") ?? cell).cloneNode(true) as Element;
      for (const hidden of copy.querySelectorAll(".sr-only, .in-card")) hidden.remove();
      return copy.textContent ?? "";
    };
    return {
      headings: [...table.querySelectorAll("thead th:not(.row-actions)")].map(textOf),
      rows: [...table.querySelectorAll(".row-line")].map((row) =>
        [...row.querySelectorAll(":scope > th, :scope > td:not(.row-box, .row-actions)")].map(textOf),
      ),
    };
  });

/** Returns the texts of a printed table by column, which begin at the places of their headings. */
function printedColumns({ texts }: PdfContent, headings: readonly string[]): string[] {
  const printed = texts.flat();
  const all = printed.slice(printed.findIndex(({ text }) => compact(text) === compact(headings[0] ?? "")));
  const starts = headings.map((heading) => {
    const found = all.find(({ text }) => text !== "" && compact(heading).startsWith(compact(text)) && text.length > 2);
    expect(found, `the heading ${heading}`).toBeDefined();
    return found?.x ?? 0;
  });
  const columns = starts.map(() => "");
  for (const { text, x } of all) {
    const index = starts.findLastIndex((start) => x >= start - TOLERANCE);
    columns[Math.max(index, 0)] += compact(text);
  }
  return columns;
}

/** Expects texts in a longer one, in their order. */
function expectInOrder(longerText: string, texts: readonly string[]) {
  let from = 0;
  for (const text of texts.map(compact)) {
    const position = longerText.indexOf(text, from);
    expect(position, `${text} in ${longerText}`).toBeGreaterThanOrEqual(0);
    from = position + text.length;
  }
}

test.beforeEach(({ login }) => login());

for (const path of ["members", "projects", "institutions", "persons", "thematic-fields"]) {
  test(`the list of ${path} prints its rows from the browser at any width of the window`, async ({ page }) => {
    for (const width of WIDTHS)
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/${path}`);
        const { headings, rows } = await readList(page);
        expect(rows.length).toBeGreaterThan(0);
        const printed = await print(page);
        const columns = printedColumns(printed, headings);
        for (const [index, text] of columns.entries())
          expectInOrder(
            text,
            rows.map((cells) => cells[index] ?? ""),
          );
        for (const control of CONTROLS) expect(printed.pages.join("\n")).not.toContain(control);
        expect(printed.pages).toHaveLength(1);
      });
  });
}

test("25 rows print on three pages, and 50 on four", async ({ page }) => {
  for (const [pageSize, maxPages] of [
    [25, 3],
    [50, 4],
  ] as const)
    for (const path of ["projects", "institutions", "members"]) {
      await page.goto(`/${path}?pageSize=${pageSize}`);
      const { pages } = await print(page);
      expect(pages.length, `${path}, ${pageSize} rows`).toBeLessThanOrEqual(maxPages);
    }
});

test("a link tab prints the names and roles of its records, without the controls that add links", async ({
  page,
  api,
}) => {
  const [project, mark] = [await create(api, "projects", projectValues()), unique("Verknüpft")];
  for (const number of [1, 2, 3]) {
    const partner = await create(api, "institutions", institutionValues({ name: `${mark} ${number}` }));
    await api.post(`/api/projects/institution/${partner}/${project}`);
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(`/projects/${project}?tab=institutionen`);
    await expect(page.locator(".row-line")).toHaveCount(3);
    const { headings, rows } = await readList(page);
    const printed = await print(page);
    const [names = "", roles = ""] = printedColumns(printed, headings);
    expectInOrder(
      names,
      rows.map(([name = ""]) => name),
    );
    expect(roles).not.toContain(compact(mark));
    expect(printed.pages.join("\n")).not.toContain("Suchen");
    expect(printed.pages).toHaveLength(1);
  }
});

test("a print view has all rows of its list in their order, including those that are rendered later", async ({
  page,
  api,
}) => {
  const pageOf = async (pageNo: number) =>
    (await (await api.get(`/api/institutions?pageSize=50&pageNo=${pageNo}`)).json()) as {
      data: { name: string }[];
      total: number;
    };
  const { total } = await pageOf(0);
  expect(total).toBeGreaterThan(200);
  const names: string[] = [];
  for (let pageNo = 0; names.length < total; pageNo++)
    names.push(...(await pageOf(pageNo)).data.map(({ name }) => name));
  await page.goto("/print/institutions");
  const printedNames = await page
    .locator("tbody td:first-child")
    .evaluateAll((cells) => cells.map(({ firstChild }) => firstChild?.textContent));
  expect(printedNames).toEqual(names);
});

test("a title in the address replaces the heading of a print view", async ({ page }) => {
  await page.goto("/print/institutions?title=%20Bericht%20f%C3%BCr%20den%20Senat%20");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Bericht für den Senat");
  await expect(page).toHaveTitle(/^Bericht für den Senat/);
});

test("a title that is typed replaces the heading of a print view and is put into the address", async ({ page }) => {
  await page.goto("/print/institutions");
  const field = page.getByLabel("Überschrift des Ausdrucks");
  await field.fill("Unsere Partner");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Unsere Partner");
  await field.press("Tab");
  await expect(page).toHaveURL(/[?&]title=Unsere(\+|%20)Partner$/);
  expect((await print(page)).pages.join("\n")).not.toContain("Überschrift des Ausdrucks");
});

test("the head of a print view says what is printed", async ({ page, api }) => {
  const marker = unique("Kopfzeile");
  await create(api, "institutions", institutionValues({ name: marker }));
  await page.goto(`/print/institutions?filter=${encodeURIComponent(marker)}`);
  await expect(
    page.getByText(`1 Partnerinstitution mit diesen Filtern: Suchbegriff: ${marker} · Stand: `),
  ).toBeVisible();
});

test("a print view marks projects that have ended by a word", async ({ page, api }) => {
  const marker = unique("Ablauf");
  const dates = { vertragsgrundlage: 1, projektbeginn: "2001-01-01" };
  for (const [name, projektende, status] of [
    ["vorbei", "2001-12-31", 2],
    ["abgeschlossen", "2099-12-31", 3],
    ["aktuell", "2099-12-31", 2],
  ] as const)
    await create(api, "projects", projectValues({ projekt_titel: `${marker} ${name}`, status, ...dates, projektende }));
  await page.goto(`/print/projects?filter=${encodeURIComponent(marker)}`);
  const rowOf = (name: string) => page.getByRole("row", { name: `${marker} ${name}` });
  await expect(rowOf("vorbei")).toContainText("beendet");
  await expect(rowOf("abgeschlossen")).toContainText("beendet");
  await expect(rowOf("aktuell")).not.toContainText("beendet");
});

test("a printed page of a list explains how to print all rows, and a complete list does not", async ({ page, api }) => {
  const marker = unique("Gedruckt");
  for (let number = 11; number <= 22; number++)
    await create(api, "institutions", institutionValues({ name: `${marker} ${number}` }));
  const address = `/institutions?filter=${encodeURIComponent(marker)}`;
  const printed = async () => (await print(page)).pages.join("\n").replace(/\s+/g, " ");
  await page.goto(address);
  expect(await printed()).toContain(
    "Diese Seite zeigt 10 von insgesamt 12. Alle drucken: Exportieren, drucken → Drucken",
  );
  await expect(page.getByText("Diese Seite zeigt 10 von insgesamt 12")).toBeHidden();
  await page.goto(`${address}&pageSize=25`);
  expect(await printed()).not.toContain("Alle drucken");
});

test.describe("the dark colour scheme", () => {
  test.use({ colorScheme: "dark" });

  test("a list prints dark text on white in the dark colour scheme", async ({ page }) => {
    await page.goto("/institutions");
    await page.emulateMedia({ media: "print", colorScheme: "dark" });
    const lightness = await page.evaluate(() => {
      const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
      if (!canvas) throw new Error("no canvas");
      return [
        [document.documentElement, "backgroundColor"] as const,
        [document.querySelector(".row-line td > span") ?? document.body, "color"] as const,
      ].map(([element, property]) => {
        canvas.fillStyle = getComputedStyle(element)[property];
        canvas.fillRect(0, 0, 1, 1);
        return canvas.getImageData(0, 0, 1, 1).data[1] ?? 0;
      });
    });
    expect(lightness[0]).toBeGreaterThan(240);
    expect(lightness[1]).toBeLessThan(80);
  });
});
