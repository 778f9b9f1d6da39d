import type { Locator } from "@playwright/test";

/** Chooses an entry of a select field by its name, whether the list is the platform's or, being long, one that is searched. */
export async function choose(field: Locator, label: string): Promise<void> {
  if ((await field.evaluate((element) => element.tagName)) === "SELECT") {
    await field.selectOption({ label });
    return;
  }
  await field.fill(label);
  await field.page().getByRole("option", { name: label, exact: true }).click();
}
