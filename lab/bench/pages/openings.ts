import type { Page } from "@playwright/test";
import { waitForHydration, waitForElement } from "./walks";

type Opening = { path: string; name: string; role: "button" | "link"; button: RegExp; opened: string };

/** Menus and dialogs, with the button that opens them and a selector of what then is visible. */
const OPENINGS: readonly Opening[] = [
  {
    path: "/members",
    name: "menu to share a list",
    role: "button",
    button: /^Exportieren, drucken$/,
    opened: "[role=menu]",
  },
  {
    path: "/members",
    name: "columns of a list",
    role: "button",
    button: /^Spalten auswählen$/,
    opened: "dialog[open], [role=dialog]",
  },
  {
    path: "/members",
    name: "display of a list",
    role: "button",
    button: /^Darstellung$/,
    opened: "[role=menu]",
  },
  {
    path: "/members",
    name: "filter editor",
    role: "button",
    button: /^Filter hinzufügen$/,
    opened: "form select",
  },
  {
    path: "/members",
    name: "deletion of a row",
    role: "button",
    button: /löschen$/,
    opened: "dialog[open], [role=alertdialog]",
  },
  {
    path: "/members",
    name: "search over everything",
    role: "button",
    button: /^Alles durchsuchen/,
    opened: "dialog[open], [role=dialog]",
  },
  {
    path: "/members/5",
    name: "menu of a record",
    role: "button",
    button: /^Weitere Aktionen$/,
    opened: "[role=menu]",
  },
  {
    path: "/members/5",
    name: "menu to share a record",
    role: "button",
    button: /^Datensatz exportieren, drucken$/,
    opened: "[role=menu]",
  },
];

/** Measures how long each menu and dialog takes to open for the first time, right after the page is awake. */
export async function measureOpenings(
  withPage: <T>(work: (page: Page) => Promise<T>) => Promise<T>,
  url: string,
): Promise<Map<string, number[]>> {
  const times = new Map<string, number[]>();
  for (const { path, name, role, button, opened } of OPENINGS) {
    const ms = await withPage(async (page) => {
      await page.goto(url + path);
      await waitForHydration(page);
      await page.getByRole(role, { name: button }).first().click();
      return waitForElement(page, opened);
    });
    times.set(name, [ms]);
  }
  return times;
}
