import type { Page } from "@playwright/test";
import { ROLE } from "../../../prisma/reference-data";
import { institutionValues, memberValues, projectValues } from "../../support/factories";
import { expect, test } from "../../support/browser/fixtures";
import { create, unique } from "../../support/browser/steps";

/*
 * Texts that have no room end with an ellipsis, and the words of tables are not broken between any
 * two letters.
 */

/** Returns the texts of the page that are cut without an ellipsis, and the words that are broken. */
const unreadable = (page: Page) =>
  page.evaluate(() => {
    const blockOf = (element: Element): Element =>
      getComputedStyle(element).display === "inline" && element.parentElement
        ? blockOf(element.parentElement)
        : element;
    const clips = (element: Element) => ["hidden", "clip"].includes(getComputedStyle(element).overflowX);
    const clippingParent = (element: Element | null): Element | null =>
      element === null || clips(element) ? element : clippingParent(element.parentElement);
    const rectsOf = (node: Node, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(node, from);
      range.setEnd(node, to);
      return [...range.getClientRects()];
    };
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode as Text;
      const parent = node.parentElement;
      if (!parent?.closest("main, [role=dialog]") || !parent.checkVisibility()) continue;
      if (node.data.trim() === "") continue;
      const block = blockOf(parent);
      const clipping = clippingParent(block);
      const edge = clipping?.getBoundingClientRect().right ?? Infinity;
      // Only for screen readers.
      if (clipping && clipping.clientWidth <= 1) continue;
      const isCut = rectsOf(node, 0, node.length).some(({ right }) => right > edge + 1);
      const hasEllipsis = clips(block) && getComputedStyle(block).textOverflow === "ellipsis";
      if (isCut && !hasEllipsis) found.push(`cut: ${node.data}`);
      if (!parent.closest("th, td") || getComputedStyle(parent).hyphens === "auto") continue;
      for (const { 0: word, index } of node.data.matchAll(/\p{L}{2,25}/gu)) {
        const lines = new Set(rectsOf(node, index, index + word.length).map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`broken: ${word}`);
      }
    }
    return found;
  });

let project: number;
let institution: number;
let partner: string;
test.beforeEach(async ({ login, api }) => {
  await login();
  const member = await create(api, "members", memberValues({ nachname: unique("Lang") }));
  partner = unique("Partner");
  institution = await create(api, "institutions", institutionValues({ name: partner }));
  const dates = { vertragsgrundlage: 1, projektbeginn: "2025-01-01", projektende: "2025-12-31" };
  project = await create(api, "projects", projectValues({ projekt_titel: unique("Verbund"), ...dates }));
  await api.post(`/api/members/project/${member}/${project}`, { data: { rollen: [ROLE.cooperationOfficer] } });
  await api.post(`/api/institutions/project/${institution}/${project}`, {
    data: { rollen: [ROLE.coordinator], hauptkontakt: true },
  });
});

for (const width of [1440, 1024]) {
  test.describe(`at a width of ${width} pixels`, () => {
    test.use({ viewport: { width, height: 860 } });

    test(`the longest shipped role is shown whole in a link tab of ${width} pixels`, async ({ page }) => {
      await page.goto(`/projects/${project}?tab=hochschulmitglieder`);
      await expect(page.getByRole("row").getByText("Kooperationsbeauftragte/r")).toBeVisible();
      expect(await unreadable(page)).toEqual([]);
    });

    test(`the headings of many chosen columns are shown whole in a list of ${width} pixels`, async ({ page }) => {
      await page.goto("/projects?columns=status,projektbeginn,projektende,themenfelder,vertragsgrundlage");
      await expect(page.getByRole("columnheader", { name: "Themenfelder" })).toBeInViewport();
      expect(await unreadable(page)).toEqual([]);
    });

    test(`overview and quick view of an institution have whole words at ${width} pixels`, async ({ page }) => {
      await page.goto(`/institution/${institution}?tab=overview`);
      await expect(page.getByText("Koordination · Hauptkontakt")).toBeVisible();
      expect(await unreadable(page)).toEqual([]);
      await page.goto(`/institutions?filter=${encodeURIComponent(partner)}`);
      await page.getByRole("rowheader").first().getByRole("link").press("Space");
      await expect(page.getByRole("dialog").getByText("Koordination · Hauptkontakt")).toBeVisible();
      expect(await unreadable(page)).toEqual([]);
    });
  });
}

test("a short e-mail address is on one line in an overview, however long the roles beside it", async ({
  page,
  api,
  login,
}) => {
  await login();
  const email = "ada@muster.internal";
  const member = await create(api, "members", memberValues({ email, telefon: "" }));
  const id = await create(api, "projects", projectValues({ projekt_titel: unique("Kurze Adresse") }));
  const data = { rollen: [ROLE.cooperationOfficer, ROLE.contributor] };
  expect((await api.post(`/api/projects/member/${member}/${id}`, { data })).ok()).toBe(true);
  await page.goto(`/projects/${id}?tab=overview`);
  const link = page.getByRole("table", { name: /^Hochschulmitglieder/ }).getByRole("link", { name: email });
  expect(await link.evaluate((element) => element.getClientRects().length)).toBe(1);
});
