import type { RecipientView } from "./recipient-link";

/**
 * Renders a recipient's page as an HTML document (contract §15): without scripts, fonts and cookies.
 * @param options.isPreview true for the office's preview, in which nothing can be sent
 */
export function renderConfirmPage(_view: RecipientView, _options: { isPreview: boolean }): string {
  throw new Error("Not written yet");
}
