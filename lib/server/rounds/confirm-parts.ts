import type { Locale } from "../../i18n";
import type { ConfirmAnswer } from "../../records/rounds/round";
import { formName, type OpenForm } from "./confirm-form";
import type { ConfirmWords } from "./confirm-frame";
import type { ConfirmRecord } from "./recipient-view";
import { markup, type SafeHtml } from "./safe-html";

/** Renders the links and forms of a page, with their targets. */
export type PageLinks = {
  isPreview: boolean;
  /** Returns the URL of the page, with the form of a record. */
  href: (open?: OpenForm, locale?: Locale) => string;
  /** Renders a form around its controls. */
  form: (controls: SafeHtml) => SafeHtml;
  /** Renders the button that sends a form. */
  button: (text: string, options?: { className?: string; name?: string; value?: string; about?: string }) => SafeHtml;
};

/** Returns a hidden field of a form. */
export const hiddenField = (name: string, value: string) =>
  markup`<input type="hidden" name="${name}" value="${value}" />`;

/** Returns the hidden fields of a form about a record. */
export const recordFields = ({ kind, id }: Pick<ConfirmRecord, "kind" | "id">): SafeHtml =>
  markup`${hiddenField(formName("kind"), kind)}${hiddenField(formName("id"), String(id))}`;

/** Returns the name of an answer on the buttons of a kind. */
export function answerName(t: ConfirmWords, answer: ConfirmAnswer, kind: string): string {
  if (answer === "confirmed") return t("yes");
  return answer === "changed" ? t("change") : t(answer, { kind });
}
