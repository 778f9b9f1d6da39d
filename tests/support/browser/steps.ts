import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import pg from "pg";
import type { Role } from "@/lib/model/accounts/roles";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import type { App } from "../servers/app";
import { expect } from "./fixtures";

/** Makes a name unique, so that no other test and no earlier run uses it. */
export const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Runs `work` with a direct connection to the database of this worker's app. */
export async function inDatabase(app: App, work: (client: pg.Client) => Promise<unknown>) {
  const client = new pg.Client({ connectionString: app.databaseUrl });
  await client.connect();
  await work(client).finally(() => client.end());
}

/** Creates another account with the demo user's password. @returns its credentials */
export async function createColleague(app: App) {
  const email = `${randomUUID()}@example.org`;
  await inDatabase(app, (client) =>
    client.query(
      `INSERT INTO users (email, name, password_hash, email_verified_at)
       SELECT $1, 'Kollegin', password_hash, now() FROM users WHERE email = $2`,
      [email, DEMO_USER.email],
    ),
  );
  return { email, password: DEMO_USER.password };
}

/**
 * Logs the page in as a new user, for tests that change preferences of the account. The demo user's
 * preferences are those of all other tests.
 */
export async function loginAsColleague(page: Page, app: App, role: Role = "editor") {
  const credentials = await createColleague(app);
  await inDatabase(app, (client) =>
    client.query("UPDATE users SET role = $1 WHERE email = $2", [role, credentials.email]),
  );
  // A login with the cookies of a session ends this session.
  await page.context().clearCookies();
  const answer = await page.request.post("/api/auth/login", { data: credentials });
  expect(answer.ok()).toBe(true);
}

/** Creates a record through the API. @returns the record's key */
export async function create(api: APIRequestContext, kind: string, data: object): Promise<number> {
  const answer = await (await api.post(`/api/${kind}/new`, { data })).json();
  expect(answer).toMatchObject({ success: true });
  return answer.data.lastId;
}

/** Waits until the page has also loaded its lazy parts, such as the region for toasts. */
export async function waitUntilIdle(page: Page) {
  await expect(page.getByRole("region", { name: /^Meldungen/ })).toBeAttached();
  await page.waitForLoadState("networkidle");
}

/** Shows the thematic fields and field filters of a list, which phones fold. */
export async function showFilters(page: Page): Promise<void> {
  const fold = page.getByRole("button", { name: /^(Eingrenzen|Narrow down)/ });
  if (await fold.isVisible()) await fold.click();
}

/** Selects an option by its name, in a native select or a searchable combobox. */
export async function choose(field: Locator, label: string): Promise<void> {
  if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
    await field.selectOption({ label });
    return;
  }
  await field.fill(label);
  await field.page().getByRole("listbox").getByRole("option", { name: label, exact: true }).click();
}

/**
 * Opens a menu “Exportieren, drucken” in a place of the page, and returns one of its items.
 * @param button the name of the button: that of a record differs from that of a table
 */
export async function shareMenuItem(
  container: Page | Locator,
  item: string | RegExp,
  button: "Exportieren, drucken" | "Datensatz exportieren, drucken" = "Exportieren, drucken",
): Promise<Locator> {
  await container.getByRole("button", { name: button, exact: true }).click();
  const page = "page" in container ? container.page() : container;
  return page.getByRole("menuitem", { name: item });
}
