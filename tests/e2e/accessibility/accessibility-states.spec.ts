import type { APIRequestContext, Page } from "@playwright/test";
import { memberValues, personValues, projectValues } from "../../support/factories";
import { accessibilityFaults, contrastFaults } from "../../support/browser/accessibility";
import { expect, test } from "../../support/browser/fixtures";
import { choose, create, showFilters, waitUntilIdle } from "../../support/browser/steps";

/*
 * Transient states of pages: dialogs, open lists, errors, empty lists, a lost connection.
 * screens.spec.ts checks the pages' default states.
 */

type StateContext = { page: Page; api: APIRequestContext };

const save = (page: Page) => page.getByRole("button", { name: "Speichern", exact: true }).click();

/** Returns the options of the open combobox list, without the options of native selects. */
const options = (page: Page) => page.getByRole("listbox").getByRole("option");

/**
 * Functions, keyed by the name of a state, that bring the page into this state and wait until it is
 * reached.
 */
type States = Record<string, (context: StateContext) => Promise<void>>;

/** States whose layout depends on the width. */
const STATES_AT_ALL_WIDTHS: States = {
  "open multi-select": async ({ page }) => {
    await page.goto("/members");
    await showFilters(page);
    await page.getByRole("combobox", { name: "Themenfelder" }).click();
    await expect(options(page).first()).toBeVisible();
  },
  "filter being added below existing filters": async ({ page }) => {
    await page.goto("/projects?where[status][in]=2,3&where[personen][empty]=true");
    await showFilters(page);
    await page.getByRole("button", { name: "Filter hinzufügen" }).click();
    await choose(page.getByLabel("Feld", { exact: true }), "Projektende");
    await expect(page.getByRole("textbox", { name: "Von" })).toBeVisible();
  },
  "command palette with results": async ({ page }) => {
    await page.goto("/members/1");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Alles durchsuchen" }).fill("in");
    await expect(page.getByRole("group", { name: "Partnerinstitutionen" })).toBeVisible();
  },
  "validation errors with a summary": async ({ page }) => {
    await page.goto("/members/new");
    await save(page);
    await expect(page.getByRole("alert").filter({ hasText: "Bitte prüfen Sie" })).toBeVisible();
  },
  "failed save, and a doubtful value": async ({ page, api }) => {
    const id = await create(api, "projects", projectValues());
    await page.goto(`/projects/${id}?tab=base_data`);
    await waitUntilIdle(page);
    await page.getByLabel("Kündigungsfrist").fill("irgendwann einmal");
    await expect(page.getByRole("img", { name: "Gültig, mit Hinweis" })).toBeVisible();
    await page.context().setOffline(true);
    await save(page);
    await expect(page.getByRole("button", { name: "Erneut versuchen" })).toBeVisible();
  },
  "edit conflict without a choice": async (context) => {
    const { page, api } = context;
    const id = await create(context.api, "persons", personValues({ position: "zuerst" }));
    await page.goto(`/person/${id}?tab=base_data`);
    await api.put(`/api/persons/${id}`, { data: { position: "ihre" } });
    await page.getByLabel("Position").fill("meine");
    await save(page);
    await expect(page.getByRole("dialog", { name: "Zwei Personen haben dasselbe geändert" })).toBeVisible();
    await page.getByRole("button", { name: "Auswahl speichern" }).click();
  },
};

/**
 * States that are checked at one width only, because the width changes nothing but positions in
 * them.
 */
const DESKTOP_STATES: States = {
  "dialog that creates a linked record": async ({ page }) => {
    await page.goto("/projects/1?tab=hochschulmitglieder");
    await page.getByLabel("Hochschulmitglied hinzufügen").fill("Qwertz Niemand");
    await options(page).filter({ hasText: "anlegen" }).click();
    await expect(page.getByRole("dialog").getByLabel(/^Fakultät/)).toBeVisible();
  },
  "delete confirmation": async ({ page }) => {
    await page.goto("/members");
    await page
      .getByRole("row")
      .getByRole("button", { name: /löschen$/ })
      .first()
      .click();
    await expect(page.getByRole("alertdialog", { name: "Wirklich löschen?" })).toBeVisible();
  },
  "notification with undo": async (context) => {
    const { page } = context;
    await create(context.api, "members", memberValues({ nachname: "Zustandstest" }));
    await page.goto("/members?filter=Zustandstest");
    await page
      .getByRole("row")
      .getByRole("button", { name: /löschen$/ })
      .first()
      .click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Ja" }).click();
    await expect(page.getByRole("button", { name: "Rückgängig" })).toBeVisible();
    // The refreshed list has arrived; until its title does, the page has none.
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  },
  "record menu": async ({ page }) => {
    await page.goto("/members/1");
    await page.getByRole("button", { name: "Weitere Aktionen" }).click();
    await expect(page.getByRole("menuitem", { name: "Duplizieren" })).toBeVisible();
  },
  "search box with results": async ({ page }) => {
    await page.goto("/members/1?tab=kooperationsprojekte");
    await page.getByLabel("Kooperationsprojekt hinzufügen").pressSequentially("pro");
    await expect(options(page).first()).toBeVisible();
  },
  "missing record": async ({ page }) => {
    await page.goto("/members/2147483647");
    await expect(page.getByRole("alertdialog", { name: "Hochschulmitglied nicht gefunden" })).toBeVisible();
  },
};

/** States that are checked on the narrow screen only, such as the menu, which exists only there. */
const PHONE_STATES: States = {
  "unsaved changes confirmation": async ({ page }) => {
    await page.goto("/members/1?tab=base_data");
    await page.getByLabel("Telefon").fill("0711 99");
    await page.getByRole("button", { name: "Zurück", exact: true }).click();
    await expect(page.getByRole("alertdialog", { name: /^Nicht gespeicherte Änderungen/ })).toBeVisible();
  },
  "unreachable server": async ({ page }) => {
    await page.goto("/members");
    await waitUntilIdle(page);
    await page.context().setOffline(true);
    await page.getByLabel("Suchbegriff").fill("mueller");
    await page.getByRole("button", { name: "Suchen", exact: true }).click();
    await expect(page.getByText("Der Server ist zurzeit nicht erreichbar")).toBeVisible();
  },
  "empty list": async ({ page }) => {
    await page.goto("/members?filter=qqqqzzzz");
    await expect(page.getByText("Keine passenden Einträge")).toBeVisible();
  },
  "open navigation menu": async ({ page }) => {
    await page.goto("/members");
    await page.getByRole("button", { name: "Menü öffnen" }).click();
    await expect(page.getByRole("dialog", { name: "Hauptnavigation" })).toBeVisible();
  },
};

const DESKTOP = { width: 1440, scheme: "light", states: { ...STATES_AT_ALL_WIDTHS, ...DESKTOP_STATES } } as const;
const PHONE = { width: 375, scheme: "dark", states: { ...STATES_AT_ALL_WIDTHS, ...PHONE_STATES } } as const;

for (const { width, scheme, states } of [DESKTOP, PHONE]) {
  test.describe(`${width} px, ${scheme}`, () => {
    test.use({ viewport: { width, height: 900 }, colorScheme: scheme });

    test(`axe reports no violations in any transient state of a page: ${width} px, ${scheme}`, async ({
      page,
      api,
      login,
    }) => {
      test.setTimeout(300_000);
      await login();
      const faults: string[] = [];
      for (const [state, enterState] of Object.entries(states)) {
        await test.step(state, async () => {
          await enterState({ page, api });
          faults.push(...(await accessibilityFaults(page)).map((fault) => `${state}: ${fault}`));
          await page.context().setOffline(false);
        });
      }
      expect(faults).toEqual([]);
    });
  });
}

test("an open list keeps the page visible to screen readers, and a dialog hides it", async ({ page, login }) => {
  await login();
  await page.goto("/members/1?tab=kooperationsprojekte");
  // `getByRole` does not find elements inside an ancestor that is hidden from screen readers.
  const heading = page.getByRole("heading", { level: 1 });
  const box = page.getByRole("combobox", { name: "Kooperationsprojekt hinzufügen" });
  await box.pressSequentially("pro");
  await expect(options(page).first()).toBeVisible();
  await expect(heading).toBeVisible();
  await page.keyboard.press("Escape");

  await page.goto("/members");
  const topics = page.getByRole("combobox", { name: "Themenfelder" });
  await topics.click();
  await expect(options(page).first()).toBeVisible();
  await expect(heading).toBeVisible();
  await expect(page.getByLabel("Suchbegriff")).not.toHaveAttribute("aria-hidden");
  await page.keyboard.press("Escape");
  await expect(options(page)).toHaveCount(0);

  await page
    .getByRole("row")
    .getByRole("button", { name: /löschen$/ })
    .first()
    .click();
  await expect(page.getByRole("alertdialog")).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test("axe reports no violations of the app itself on the API documentation, in both schemes", async ({
  page,
  login,
}) => {
  await login();
  await page.goto("/api-docs");
  // Swagger UI needs seconds of processor time for the document, which has a megabyte.
  await expect(page.locator(".opblock-tag").first()).toBeVisible({ timeout: 60_000 });
  // Swagger UI renders a second main element, whose role the page overrides (app/(main)/api-docs);
  // axe reports this, and the fault is ignored.
  const isOwn = (fault: string) => !/^aria-allowed-role: <main id="operations"/.test(fault);
  expect((await accessibilityFaults(page)).filter(isOwn)).toEqual([]);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await contrastFaults(page)).toEqual([]);
});
