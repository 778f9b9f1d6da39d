import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { institutionValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";

/* A common task without a mouse: only Tab, Enter, arrow keys and typing. */

const MAX_STEPS = 80;

/** Presses Tab until `element` has the focus. */
async function tabTo(page: Page, element: Locator) {
  await expect(element).toBeVisible();
  const isFocused = () => element.evaluate((node) => node === document.activeElement);
  for (let step = 0; step < MAX_STEPS && !(await isFocused()); step++) await page.keyboard.press("Tab");
  await expect(element).toBeFocused();
}

/** Returns the options of the open combobox list, without the options of native selects. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

/** Finds a form control by its label, with or without the asterisk of required fields. */
const field = (page: Page, label: string) =>
  page
    .getByRole("main")
    .locator("input, select, textarea")
    .and(page.getByLabel(new RegExp(`^${label}\\W*$`)));

test("a user logs in, adds a project, links three partner institutions and opens one, by keyboard only", async ({
  page,
  api,
}) => {
  const mark = randomUUID().slice(0, 8);
  const names = ["Erste", "Zweite", "Dritte"].map((name) => `${name} Hochschule ${mark}`);
  for (const name of names) await api.post("/api/institutions/new", { data: institutionValues({ name }) });
  const title = `Tastaturprojekt ${mark}`;

  await page.goto("/login");
  await tabTo(page, page.getByLabel("E-Mail"));
  await page.keyboard.type(DEMO_USER.email);
  await page.keyboard.press("Tab");
  await expect(field(page, "Passwort")).toBeFocused();
  await page.keyboard.type(DEMO_USER.password);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/dashboard$/);

  await tabTo(page, page.getByRole("navigation").getByRole("link", { name: "Kooperationsprojekte" }));
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects$/);
  await tabTo(page, page.getByRole("link", { name: "Kooperationsprojekt hinzufügen" }));
  await page.keyboard.press("Enter");

  await expect(field(page, "Projekttitel"), "the form focuses its first field").toBeFocused();
  await page.keyboard.type(title);
  await tabTo(page, field(page, "Vertragsgrundlage"));
  await page.keyboard.type("k. A.");
  await tabTo(page, field(page, "Einrichtungen"));
  await page.keyboard.type("k. A.");
  await expect(options(page).filter({ hasText: "k. A." })).toBeVisible();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await tabTo(page, page.getByRole("button", { name: "Speichern", exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("alertdialog").getByRole("button", { name: "Weiter bearbeiten" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/projects\/\d+$/);
  await expect(page.getByRole("heading", { name: title }), "the new record's heading has the focus").toBeFocused();

  const tab = page.getByRole("tab", { name: /^Partnerinstitutionen/ });
  await tabTo(page, page.getByRole("tab", { selected: true }));
  for (let step = 0; step < 8 && !(await tab.getAttribute("aria-selected"))?.includes("true"); step++)
    await page.keyboard.press("ArrowRight");
  await expect(tab).toBeFocused();
  const box = page.getByRole("tabpanel").getByLabel("Partnerinstitution hinzufügen");
  await tabTo(page, box);
  for (const name of names) {
    await page.keyboard.type(name);
    await expect(options(page).filter({ hasText: name })).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("row", { name })).toBeVisible();
    // The next name, typed here, goes to the search box.
    const offer = page.getByRole("group", { name: `Rolle von ${name}` });
    await expect(offer.getByRole("button").first()).toBeFocused();
  }
  await expect(page.getByRole("tab", { name: "Partnerinstitutionen 3" })).toBeVisible();

  const last = page.getByRole("row", { name: names[2] }).getByRole("rowheader").getByRole("link");
  await tabTo(page, last);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: names[2] })).toBeFocused();
});
