import { dayOf } from "../../records/fields/moments";
import type { FieldErrors } from "../../records/lists/list-query";
import type { Locale } from "../../i18n";
import { recordWords } from "../records/record-words";
import { formName, type OpenForm, type TypedAnswer } from "./confirm-form";
import { answerName, hiddenField, recordFields, type PageLinks } from "./confirm-parts";
import { confirmDocument, confirmWords, type ConfirmWords } from "./confirm-frame";
import { confirmPath } from "./confirm-token";
import { definitionOfPath } from "../../records/kinds/registry";
import { renderRecordForm } from "./confirm-record-form";
import { longDay, type ConfirmRecord, type GivenAnswer, type RecipientView } from "./recipient-view";
import { markup, type SafeHtml } from "./safe-html";

/** How a page is shown: as a preview, in which nothing can be sent, or to the recipient with a token. */
export type ConfirmPageOptions =
  | { isPreview: true }
  | {
      isPreview: false;
      token: string;
      /** The form to show, with what was typed and why it was refused. */
      open?: OpenForm | null;
      typed?: TypedAnswer;
      errors?: FieldErrors;
      /** The record that was answered just now, by its id. */
      done?: number | null;
    };

function linksOf(locale: Locale, options: ConfirmPageOptions): PageLinks {
  const { isPreview } = options;
  const page = options.isPreview ? null : confirmPath(options.token);
  const href: PageLinks["href"] = (open, language = locale) => {
    if (page === null) return "#";
    const query = new URLSearchParams({
      lang: language,
      ...(open && { record: String(open.id), answer: open.answer }),
    });
    return `${page}?${query}`;
  };
  const form: PageLinks["form"] = (controls) =>
    page === null
      ? markup`<div>${controls}</div>`
      : markup`<form method="post" action="/api${page}" novalidate>
          <input type="hidden" name="lang" value="${locale}" />${controls}
        </form>`;
  const button: PageLinks["button"] = (text, { className, name, value, about } = {}) =>
    markup`<button
      type="${isPreview ? "button" : "submit"}"
      ${className ? markup` class="${className}"` : ""}${name ? markup` name="${name}" value="${value}"` : ""}${about ? markup` aria-describedby="${about}"` : ""}
    >
      ${text}
    </button>`;
  return { isPreview, href, form, button };
}

const anchorOf = ({ id }: Pick<ConfirmRecord, "id">) => `record-${id}`;

/** Draws the page of one recipient; its methods are the parts of the overview. */
class Overview {
  private readonly t: ConfirmWords;
  private readonly records: readonly ConfirmRecord[];
  private readonly missing: readonly ConfirmRecord[];

  constructor(
    private readonly view: RecipientView,
    private readonly links: PageLinks,
    private readonly done: number | null,
  ) {
    this.t = confirmWords(view.locale);
    this.records = view.round.records;
    this.missing = this.records.filter(({ answer, gone }) => answer === null && !gone);
  }

  private values(record: ConfirmRecord, given: GivenAnswer | undefined): SafeHtml {
    // Omits what the card's heading says already.
    const fields = record.fields.filter(({ name, text }) => text !== record.label || given?.changes.has(name));
    const rows = fields.map(({ name, label, text }) => {
      const shown =
        text === "" ? markup`<span class="muted">${this.t("empty")}</span>` : markup`<span class="v">${text}</span>`;
      const change = given?.changes.get(name);
      const before = markup`<span class="muted small">${this.t("before", { text: text || this.t("empty") })}</span>`;
      const isProposed = change !== undefined && change.text !== text;
      const value = isProposed ? markup`<ins class="v">${change.text || this.t("empty")}</ins><br>${before}` : shown;
      return markup`<div>
        <dt>${label}</dt>
        <dd>${value}</dd>
      </div>`;
    });
    return markup`<dl>${rows}</dl>`;
  }

  private answers(record: ConfirmRecord): SafeHtml {
    const { kind, id } = record;
    const heading = `${anchorOf(record)}-name`;
    const isOnly = this.records.length === 1;
    const yes = this.links.form(
      markup`${recordFields(record)}${this.links.button(isOnly ? this.t("all") : this.t("yes"), {
        ...{ name: formName("answer"), value: "confirmed", about: heading },
        className: isOnly ? "main big" : "main",
      })}`,
    );
    const others = (["changed", "ended", "not_mine"] as const).map((answer) => {
      const quiet = answer !== "changed" ? " quiet" : isOnly ? " wide" : "";
      return markup`<a class="btn${quiet}" aria-describedby="${heading}" href="${this.links.href({ id, answer })}"
        >${answerName(this.t, answer, kind)}</a
      >`;
    });
    if (!isOnly) return markup`<div class="acts">${yes}${others}</div>`;
    return markup`${yes}
      <p class="small muted after">${this.t("all_hint", { count: 1 })}</p>
      <div class="acts">${others}</div>`;
  }

  private said({ answer, kind }: ConfirmRecord, given: GivenAnswer | undefined): SafeHtml | null {
    if (!answer) return null;
    const text = answerName(this.t, answer, kind);
    const { successor, comment } = given ?? {};
    const who = successor && [successor.vorname, successor.nachname, successor.email].filter(Boolean).join(" ");
    return markup`<p class="said">✓ ${this.t("said", { answer, text })}</p>
      ${who && markup`<p><span class="muted">${this.t("said_successor")}:</span> ${who}</p>`}
      ${comment && markup`<p><span class="muted">${this.t("said_comment")}:</span> ${comment}</p>`}`;
  }

  private card(record: ConfirmRecord): SafeHtml {
    const { id, label, answer, gone } = record;
    const given = this.view.given?.get(id);
    const anchor = anchorOf(record);
    const head = markup`<h3 id="${anchor}-name">${label}</h3>`;
    if (gone)
      return markup`<article class="card" id="${anchor}">
        ${head}
        <p class="muted">${this.t("gone")}</p>
      </article>`;
    const actions = answer
      ? markup`<details>
          <summary>${this.t("again")}</summary>
          ${this.answers(record)}
        </details>`
      : this.answers(record);
    return markup`<article
      class="card${answer ? " done" : ""}"
      id="${anchor}"
      tabindex="-1"
      aria-labelledby="${anchor}-name"
    >
      ${head}${this.said(record, given)}${this.values(record, given)}${actions}
    </article>`;
  }

  /** The button that confirms all records that have no answer yet. */
  private all(id: string): SafeHtml {
    const isRest = this.missing.length < this.records.filter(({ gone }) => !gone).length;
    const count = this.missing.length;
    const text = this.t(isRest ? "rest" : "all");
    return this.links.form(
      markup`${hiddenField("all", "confirmed")}${this.links.button(text, { className: "main big", about: id })}
        <p class="small muted after" id="${id}">${this.t(isRest ? "rest_hint" : "all_hint", { count })}</p>`,
    );
  }

  private status(): SafeHtml | null {
    const hasAnswers = this.records.some(({ answer }) => answer !== null);
    if (this.view.declined) return markup`<div class="card done" role="status"><p>${this.t("declined")}</p></div>`;
    if (!hasAnswers) return null;
    const count = this.missing.length;
    if (count > 0 && this.done === null) return null;
    const text = count > 0 ? this.t("thanks_one", { count }) : this.t("thanks_all");
    return markup`<div class="card done" role="status">
      <p><strong>${this.t("thanks")}</strong></p>
      <p>${text}</p>
    </div>`;
  }

  private decline(): SafeHtml | null {
    if (this.view.declined) return null;
    const controls = markup`${hiddenField("declined", "true")}${this.links.button(this.t("decline"))}`;
    return markup`<details>
      <summary>${this.t("decline_open")}</summary>
      <p>${this.t("decline_text")}</p>
      ${this.links.form(controls)}
    </details>`;
  }

  main(): SafeHtml {
    const { titel, text, faellig_am } = this.view.round;
    const { locale, name } = this.view;
    const isLate = faellig_am < dayOf(new Date());
    const count = this.records.length;
    const paragraphs = text
      .replace(/\r\n?/g, "\n")
      .split(/\n\s*\n/)
      .filter((paragraph) => paragraph.trim() !== "")
      .map(
        (paragraph) =>
          markup`<p>${paragraph.split("\n").map((line, at) => markup`${at > 0 && markup`<br />`}${line}`)}</p>`,
      );
    const hasAll = count > 1 && this.missing.length > 0;
    return markup`${this.links.isPreview && markup`<p class="card">${this.t("preview")}</p>`} ${this.status()}
      <p class="muted">${this.t("for_name", { name })}</p>
      <h1>${titel}</h1>
      ${paragraphs}
      ${this.missing.length > 0 && markup`<p><strong>${this.t(isLate ? "due_past" : "due", { day: longDay(faellig_am, locale) })}</strong></p>`}
      ${
        hasAll &&
        markup`<div class="card">
          <p>${this.t("check")}</p>
          ${this.all("all-above")}
        </div>`
      }
      <h2>${this.t("records", { count })}</h2>
      ${this.records.map((record) => this.card(record))}
      ${hasAll && count > 2 && markup`<div class="card">${this.all("all-below")}</div>`}
      <p class="small muted last">${this.t("privacy")}</p>
      ${this.decline()}`;
  }
}

/**
 * Renders a recipient's page as an HTML document (contract §15): without scripts, fonts and cookies.
 */
export function renderConfirmPage(view: RecipientView, options: ConfirmPageOptions): string {
  const { locale, round } = view;
  const t = confirmWords(locale);
  const links = linksOf(locale, options);
  const { open = null, typed, errors, done = null } = options.isPreview ? {} : options;
  const record = open && round.records.find(({ id, gone }) => id === open.id && !gone);
  const hrefIn = options.isPreview ? null : (language: Locale) => links.href(open ?? undefined, language);
  if (!open || !record || open.answer === "confirmed") {
    const main = new Overview(view, links, done).main();
    return confirmDocument({ locale, title: round.titel, main, hrefIn });
  }
  const given = view.given?.get(record.id);
  const kindName = recordWords(locale)(`${definitionOfPath(record.kind)?.name}.one`);
  const { title, main } = renderRecordForm({
    t,
    locale,
    links,
    record,
    kindName,
    answer: open.answer,
    given,
    typed,
    errors,
  });
  return confirmDocument({ locale, title, main, hrefIn });
}
