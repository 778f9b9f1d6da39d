import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Off by default, because it can be mistaken; a name that lacks the visible words fails who speaks to the browser. */
const BESIDES = { "label-content-name-mismatch": { enabled: true } };

/** What axe finds wrong with a page as it stands, a line each. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // No page of ours has frames, so axe need not open a second page to put their results together.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"], rules: BESIDES });
  const { violations } = await axe.analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
