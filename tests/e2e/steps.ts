import { randomUUID } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expect } from "./fixtures";

/** A name that no other test uses. */
export const unique = (name: string) => `${name} ${randomUUID().slice(0, 8)}`;

/** Creates a record. @returns its key */
export async function create(api: APIRequestContext, kind: string, data: object): Promise<number> {
  const answer = await (await api.post(`/api/${kind}/new`, { data })).json();
  expect(answer).toMatchObject({ success: true });
  return answer.data.lastId;
}

/** Waits until the page has fetched what it may need later: the notices' place is part of that. */
export async function comesToRest(page: Page) {
  await expect(page.getByRole("region", { name: /^Meldungen/ })).toBeAttached();
  await page.waitForLoadState("networkidle");
}

/** Chooses an entry of a select field by its name, whether the list is the platform's or, being long, one that is searched. */
export async function choose(field: Locator, label: string): Promise<void> {
  if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
    await field.selectOption({ label });
    return;
  }
  await field.fill(label);
  await field.page().getByRole("listbox").getByRole("option", { name: label, exact: true }).click();
}
