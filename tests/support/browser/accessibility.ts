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

const TITLE_MS = 5_000;

/** What axe finds wrong with a page as it stands, a line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // A page that is still arriving gets its title last; one that never does is axe's to name.
  await page.waitForFunction(() => document.title !== "", undefined, { timeout: TITLE_MS }).catch(() => undefined);
  // No page of ours has frames, so axe need not open a second page to put their results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({
    resultTypes: ["violations"],
    runOnly: { type: "tag", values: TAGS },
    rules: Object.fromEntries(BESIDES.map((rule) => [rule, { enabled: true }])),
  });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** What scrolls the page sideways, or whose words are cut off without a way to see the rest (WCAG 1.4.10). */
export const lostOn = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const style = getComputedStyle(element);
      const isCutting = style.overflowX === "hidden" || style.overflowX === "clip";
      // A pixel wide: words for screen readers only. With a title: the whole text is one gesture away.
      const isForEyes =
        element.clientWidth > 1 && element.checkVisibility() && !element.closest("[title], [aria-hidden]");
      const hasWords = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return isCutting && isForEyes && hasWords && element.scrollWidth > element.clientWidth + 1;
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
      ...cut.map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
    ];
  });
