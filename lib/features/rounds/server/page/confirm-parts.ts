import type { Locale } from "@/lib/model/messages/i18n";
import { widgetOf, type Widget } from "@/lib/model/fields/controls";
import type { ConfirmAnswer, Successor } from "../../round";
import { formName, SEEN_NAME, type OpenForm, type TypedAnswer } from "./confirm-form";
import type { ConfirmWords } from "./confirm-frame";
import type { ConfirmRecord } from "../../confirm-answers";
import type { RecipientView } from "../recipient-view";
import { markup, type SafeHtml } from "./safe-html";

/** Renders the links and forms of a page, with their targets. */
export type PageLinks = {
  isPreview: boolean;
  /** Returns the URL of the page. */
  href: (target?: LinkTarget, locale?: Locale) => string;
  /** Renders a form around its controls. */
  form: (controls: SafeHtml, id?: string) => SafeHtml;
  /** Renders the button that sends a form. */
  button: (text: string, options?: ButtonOptions) => SafeHtml;
};

/** What a link shows: the form of a record, or the overview, by its page or by a record on it. */
export type LinkTarget = { open?: OpenForm; at?: number; page?: number };

type ButtonOptions = {
  className?: string;
  name?: string;
  value?: string;
  /** The id of the element that describes the button. */
  about?: string;
  /** The id of the form, for a button outside of it. */
  form?: string;
};

/** Renders a message that screen readers read out first. */
export const alertCard = (title: string, content: SafeHtml): SafeHtml =>
  markup`<div class="card bad" role="alert" tabindex="-1" autofocus aria-labelledby="errors">
    <h2 id="errors">${title}</h2>
    ${content}
  </div>`;

/** Controls whose submitted texts are ids or flags, so that a reader needs the names. */
const CHOSEN: ReadonlySet<Widget["element"]> = new Set(["select", "multiselect", "checkbox"]);

/** Returns a successor's name and address. */
export const successorText = ({ vorname, nachname, email }: Successor): string =>
  [vorname, nachname, email].filter(Boolean).join(" ");

/**
 * Renders input that no control of the page holds, to be copied.
 * @param names the changed fields to show; by default all, with successor and comment
 */
export function typedInput(
  t: ConfirmWords,
  { describe }: Pick<RecipientView, "describe">,
  { texts, changes, comment, successor }: TypedAnswer,
  names?: readonly string[],
): SafeHtml | null {
  const values = (names ?? Object.keys(changes)).map((name) => {
    const field = describe(name, changes[name]);
    const typedText = (texts.get(name) ?? []).join("\n");
    return [field?.label ?? name, field && CHOSEN.has(widgetOf(field.type).element) ? field.text : typedText];
  });
  const successorName = successorText(successor);
  const notes = [
    [t("said_successor"), successorName],
    [t("said_comment"), comment.trim()],
  ];
  const rows = [...values, ...(names ? [] : notes.filter(([, text]) => text))];
  if (rows.length === 0) return null;
  return markup`<p>${t("typed")}</p>
    <dl>${rows.map(([label, text]) => markup`<div><dt>${label}</dt><dd class="v">${text || t("empty")}</dd></div>`)}</dl>`;
}

/** Returns a hidden field of a form. */
export const hiddenField = (name: string, value: string) =>
  markup`<input type="hidden" name="${name}" value="${value}" />`;

/** Returns the hidden field by which a form remembers the values of records that the page showed. */
export const seenField = ({ digests }: Pick<RecipientView, "digests">, ids: readonly number[]): SafeHtml =>
  hiddenField(SEEN_NAME, ids.map((id) => `${id}.${digests.get(id) ?? ""}`).join(" "));

/** Returns the hidden fields of a form about a record. */
export const recordFields = (
  view: Pick<RecipientView, "digests">,
  { kind, id }: Pick<ConfirmRecord, "kind" | "id">,
): SafeHtml =>
  markup`${hiddenField(formName("kind"), kind)}${hiddenField(formName("id"), String(id))}${seenField(view, [id])}`;

/** Returns the name of an answer on the buttons of a kind. */
export function answerName(t: ConfirmWords, answer: ConfirmAnswer, kind: string): string {
  if (answer === "confirmed") return t("yes");
  return answer === "changed" ? t("change") : t(answer, { kind });
}
