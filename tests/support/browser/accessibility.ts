import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

type AxeResults = Awaited<ReturnType<AxeBuilder["analyze"]>>;

/**
 * The axe rule tags to check. Listed explicitly, so that an update of axe cannot silently check
 * less.
 */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const TARGET_SIZE = "target-size";

/**
 * Additional rules, which axe disables by default because of possible false positives. All are
 * level A, AA or best practice.
 */
const EXTRA_RULES = [
  // Voice control addresses a control by its visible text.
  "label-content-name-mismatch",
  TARGET_SIZE,
  "css-orientation-lock",
  "focus-order-semantics",
  "p-as-heading",
  "table-fake-caption",
  "td-has-header",
];

const TITLE_MS = 5_000;

/**
 * Legacy mode: the app has no frames, so axe need not open a second page to merge results. The
 * builder injects axe twice, which takes longer than half of the rules; the second time is skipped.
 */
function builderFor(page: Page): AxeBuilder {
  const source = new AxeBuilder({ page })["script"]();
  return new AxeBuilder({ page, axeSource: `if (!window.axe) { ${source} }` }).setLegacyMode();
}

const linesOf = ({ violations }: AxeResults) => violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);

/** Returns axe's violations on the current page, one line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // The title of a streamed page arrives last. If it never arrives, axe reports this.
  await page.waitForFunction(() => document.title !== "", undefined, { timeout: TITLE_MS }).catch(() => undefined);
  const axe = builderFor(page).options({
    resultTypes: ["violations"],
    runOnly: { type: "tag", values: TAGS },
    rules: Object.fromEntries(EXTRA_RULES.map((rule) => [rule, { enabled: true }])),
  });
  const results = await axe.analyze();
  const violations = [];
  for (const violation of results.violations) {
    const nodes = [];
    for (const node of violation.nodes)
      if (violation.id !== TARGET_SIZE || (await isTooSmall(page, String(node.target[0])))) nodes.push(node);
    if (nodes.length > 0) violations.push({ ...violation, nodes });
  }
  return linesOf({ ...results, violations });
}

/** Checks the size of a target in the middle of the window: bars at its edge cover what can be scrolled free. */
async function isTooSmall(page: Page, selector: string): Promise<boolean> {
  await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: "center" }));
  const axe = builderFor(page).include(selector);
  const { violations } = await axe.options({ resultTypes: ["violations"], runOnly: [TARGET_SIZE] }).analyze();
  return violations.length > 0;
}

/**
 * Returns the texts without enough contrast, for a page that `accessibilityFaults` has checked in
 * the other colour scheme.
 */
export async function contrastFaults(page: Page): Promise<string[]> {
  const axe = builderFor(page).options({ resultTypes: ["violations"], runOnly: ["color-contrast"] });
  return linesOf(await axe.analyze());
}

/**
 * Returns the horizontal overflow of the page, and elements whose text is cut off without a way to
 * read the rest (WCAG 1.4.10).
 */
export const layoutFaults = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const cutOff = [...document.querySelectorAll<HTMLElement>("body *")].filter((element) => {
      const style = getComputedStyle(element);
      const clipsOverflow = style.overflowX === "hidden" || style.overflowX === "clip";
      // Excludes elements of 1 px width, which are for screen readers only, elements with a title
      // attribute, which shows the whole text, and texts of table rows, which hover and focus show.
      const isVisibleText =
        element.clientWidth > 1 &&
        element.checkVisibility() &&
        !element.closest("[title], [aria-hidden], .row-link, .row-note, .row-line > td > span");
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      return clipsOverflow && isVisibleText && hasText && element.scrollWidth > element.clientWidth + 1;
    });
    return [
      ...(scrollWidth > clientWidth ? [`${scrollWidth - clientWidth} px too wide`] : []),
      ...cutOff.map((element) => `cut off: ${element.outerHTML.slice(0, 120)}`),
    ];
  });
