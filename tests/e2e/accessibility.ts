import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Named one by one, so that a later axe cannot quietly look for less. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Off by default, because they can be mistaken; all of them belong to A or AA, or to what is good practice. */
const BESIDES = [
  // A name that lacks the visible words fails who speaks to the browser.
  "label-content-name-mismatch",
  "target-size",
  "css-orientation-lock",
  "focus-order-semantics",
  "p-as-heading",
  "table-fake-caption",
  "td-has-header",
];

/** What axe finds wrong with a page as it stands, a line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // No page of ours has frames, so axe need not open a second page to put their results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    runOnly: { type: "tag", values: TAGS },
    rules: Object.fromEntries(BESIDES.map((rule) => [rule, { enabled: true }])),
  });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
