import { dayOf } from "@/lib/model/fields/moments";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { Locale } from "@/lib/model/messages/i18n";
import { paragraphsOf } from "../../round-text";
import { expectDefined } from "@/lib/base/errors/invariant";
import { recordWords } from "@/lib/store/records/record-words";
import { formName, type OpenForm, type TypedAnswer } from "./confirm-form";
import {
  alertCard,
  answerName,
  hiddenField,
  recordFields,
  seenField,
  successorText,
  typedInput,
  type LinkTarget,
  type PageLinks,
} from "./confirm-parts";
import { confirmDocument, confirmWords, type ConfirmWords } from "./confirm-frame";
import { confirmPath } from "../confirm-token";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { renderRecordForm } from "./confirm-record-form";
import type { ConfirmRecord } from "../../confirm-answers";
import { longDay, type GivenAnswer, type RecipientView } from "../recipient-view";
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
      /** The records that have changed since they were shown, and are therefore not confirmed. */
      outdated?: readonly number[];
    };

/** What is shown to a recipient. */
type PageState = Partial<Omit<Extract<ConfirmPageOptions, { isPreview: false }>, "isPreview" | "token">>;

function linksOf(locale: Locale, options: ConfirmPageOptions): PageLinks {
  const { isPreview } = options;
  const page = options.isPreview ? null : confirmPath(options.token);
  const href: PageLinks["href"] = ({ open, at, page: number } = {}, language = locale) => {
    if (page === null) return "#";
    const query = new URLSearchParams({
      lang: language,
      ...(open && { record: String(open.id), answer: open.answer }),
      ...(at !== undefined && { at: String(at) }),
      ...(number !== undefined && number > 1 && { page: String(number) }),
    });
    return `${page}?${query}`;
  };
  const form: PageLinks["form"] = (controls, id) =>
    page === null
      ? markup`<div>${controls}</div>`
      : markup`<form method="post" action="/api${page}" novalidate ${id && markup` id="${id}"`}>
          <input type="hidden" name="lang" value="${locale}" />${controls}
        </form>`;
  const button: PageLinks["button"] = (text, { className, name, value, about, form: of } = {}) =>
    markup`<button
      type="${isPreview ? "button" : "submit"}"
      ${className ? markup` class="${className}"` : ""}${name ? markup` name="${name}" value="${value}"` : ""}${about ? markup` aria-describedby="${about}"` : ""}${of ? markup` form="${of}"` : ""}
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

  constructor(
    private readonly view: RecipientView,
    private readonly links: PageLinks,
    private readonly options: PageState,
  ) {
    this.t = confirmWords(view.locale);
    this.records = view.round.records;
  }

  private values(record: ConfirmRecord, given: GivenAnswer | undefined): SafeHtml {
    // Omits what the card's heading says already.
    const fields = record.fields.filter(({ name, text }) => text !== record.label || given?.changes.has(name));
    const rows = fields.map(({ name, label, text }) => {
      const current =
        text === "" ? markup`<span class="muted">${this.t("empty")}</span>` : markup`<span class="v">${text}</span>`;
      const change = given?.changes.get(name);
      const before = markup`<span class="muted small">${this.t("before", { text: text || this.t("empty") })}</span>`;
      const isProposed = change !== undefined && change.text !== text;
      const value = isProposed ? markup`<ins class="v">${change.text || this.t("empty")}</ins><br>${before}` : current;
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
    const isOnly = this.view.count === 1;
    const yes = this.links.form(
      markup`${recordFields(this.view, record)}${this.links.button(isOnly ? this.t("all") : this.t("yes"), {
        ...{ name: formName("answer"), value: "confirmed", about: heading },
        className: isOnly ? "main big" : "main",
      })}`,
    );
    const others = (["changed", "ended", "not_mine"] as const).map((answer) => {
      const extraClass = answer !== "changed" ? " quiet" : isOnly ? " wide" : "";
      return markup`<a class="btn${extraClass}" aria-describedby="${heading}" href="${this.links.href({ open: { id, answer } })}"
        >${answerName(this.t, answer, kind)}</a
      >`;
    });
    if (!isOnly) return markup`<div class="acts">${yes}${others}</div>`;
    return markup`${yes}
      <p class="small muted after">${this.t("all_hint", { count: 1 })}</p>
      <div class="acts">${others}</div>`;
  }

  private answerSummary({ answer, kind }: ConfirmRecord, given: GivenAnswer | undefined): SafeHtml | null {
    if (!answer) return null;
    const text = answerName(this.t, answer, kind);
    const { successor, comment } = given ?? {};
    const successorName = successor && successorText(successor);
    return markup`<p class="said">✓ ${this.t("said", { answer, text })}</p>
      ${successorName && markup`<p><span class="muted">${this.t("said_successor")}:</span> ${successorName}</p>`}
      ${comment && markup`<p><span class="muted">${this.t("said_comment")}:</span> ${comment}</p>`}`;
  }

  private card(record: ConfirmRecord): SafeHtml {
    const { id, label, answer, gone: isDeleted } = record;
    const given = this.view.givenAnswers?.get(id);
    const anchor = anchorOf(record);
    const head = markup`<h3 id="${anchor}-name">${label}</h3>`;
    if (isDeleted)
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
      ${head}${this.answerSummary(record, given)}${this.values(record, given)}${actions}
    </article>`;
  }

  /** The form that confirms all records that have no answer yet, on all pages of the overview. */
  private all(): SafeHtml {
    const { digests, missing } = this.view;
    const { text, hint } = this.allTexts();
    return this.links.form(
      markup`${hiddenField("all", "confirmed")}${seenField({ digests }, missing)}
        ${this.links.button(text, { className: "main big", about: "all-above" })}
        <p class="small muted after" id="all-above">${hint}</p>`,
      "all",
    );
  }

  /** A second button below the records. It sends the form above them, whose list of records may be long. */
  private allBelow(): SafeHtml {
    const { text, hint } = this.allTexts();
    return markup`${this.links.button(text, { className: "main big", about: "all-below", form: "all" })}
      <p class="small muted after" id="all-below">${hint}</p>`;
  }

  private allTexts(): { text: string; hint: string } {
    const { digests, missing } = this.view;
    const isPartlyAnswered = missing.length < digests.size;
    const text = isPartlyAnswered ? "rest" : "all";
    return { text: this.t(text), hint: this.t(`${text}_hint`, { count: missing.length }) };
  }

  private status(): SafeHtml | null {
    if (this.view.declined) return markup`<div class="card done" role="status"><p>${this.t("declined")}</p></div>`;
    if (!this.view.hasAnswers) return null;
    const count = this.view.missing.length;
    if (count > 0 && (this.options.done ?? null) === null) return null;
    const text = count > 0 ? this.t("thanks_one", { count }) : this.t("thanks_all");
    return markup`<div class="card done" role="status">
      <p><strong>${this.t("thanks")}</strong></p>
      <p>${text}</p>
    </div>`;
  }

  /** Says why an answer was not saved, with the input that no form of the page holds. */
  private refusal(): SafeHtml | null {
    const { open, typed, errors } = this.options;
    if (!errors) return null;
    const deletedRecord = this.records.find((record) => record.gone && record.id === open?.id);
    const reason = deletedRecord ? this.t("gone_now", { label: deletedRecord.label }) : this.t("lost_text");
    const input = typed && typedInput(this.t, this.view, typed);
    return alertCard(this.t("lost_title"), markup`<p>${reason}</p>${input}`);
  }

  /** Names the records that have changed since they were shown, so that they are looked at again. */
  private outdated(): SafeHtml | null {
    const { outdated = [] } = this.options;
    if (outdated.length === 0) return null;
    const items = this.records
      .filter(({ id }) => outdated.includes(id))
      .map((record) => markup`<li><a href="#${anchorOf(record)}">${record.label}</a></li>`);
    const more = outdated.length - items.length;
    return alertCard(
      this.t("outdated_title"),
      markup`<p>${this.t("outdated_text")}</p>
        <ul>
          ${items}${more > 0 && markup`<li>${this.t("outdated_more", { count: more })}</li>`}
        </ul>`,
    );
  }

  private pages(): SafeHtml | null {
    const { page, pages } = this.view;
    if (pages === 1) return null;
    const links = Array.from({ length: pages }, (_, at) => at + 1).map(
      (number) =>
        markup`<li>
          <a href="${this.links.href({ page: number })}" ${number === page && markup` aria-current="page"`}>${number}</a>
        </li>`,
    );
    return markup`<nav class="pages" aria-label="${this.t("pages")}">
      <p class="muted">${this.t("page_of", { page, pages })}</p>
      <ul>
        ${links}
      </ul>
    </nav>`;
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
    const { count, missing } = this.view;
    const paragraphs = paragraphsOf(text).map(
      (paragraph) =>
        markup`<p>${paragraph.split("\n").map((line, at) => markup`${at > 0 && markup`<br />`}${line}`)}</p>`,
    );
    const offersAll = count > 1 && missing.length > 0;
    return markup`${this.links.isPreview && markup`<p class="card">${this.t("preview")}</p>`} ${this.refusal()}${this.outdated()}${this.status()}
      <p class="muted">${this.t("for_name", { name })}</p>
      <h1>${titel}</h1>
      ${paragraphs}
      ${missing.length > 0 && markup`<p><strong>${this.t(isLate ? "due_past" : "due", { day: longDay(faellig_am, locale) })}</strong></p>`}
      ${
        offersAll &&
        markup`<div class="card">
          <p>${this.t("check")}</p>
          ${this.all()}
        </div>`
      }
      <h2>${this.t("records", { count })}</h2>
      ${this.pages()} ${this.records.map((record) => this.card(record))} ${this.pages()}
      ${offersAll && count > 2 && markup`<div class="card">${this.allBelow()}</div>`}
      <p class="small muted last">${this.t("privacy")}</p>
      ${this.decline()}`;
  }
}

/**
 * Renders a recipient's page as an HTML document (contract §15): without scripts, fonts and cookies. A
 * form is drawn only for a record that the view has and that exists.
 */
export function renderConfirmPage(view: RecipientView, options: ConfirmPageOptions): string {
  const { locale, round } = view;
  const t = confirmWords(locale);
  const links = linksOf(locale, options);
  const pageState: PageState = options.isPreview ? {} : options;
  const { open = null, typed, errors } = pageState;
  const hrefIn = (target: LinkTarget) =>
    options.isPreview ? null : (language: Locale) => links.href(target, language);
  const record = open && round.records.find(({ id, gone }) => id === open.id && !gone);
  if (!open || !record || open.answer === "confirmed") {
    const main = new Overview(view, links, pageState).main();
    const title = errors || pageState.outdated?.length ? t("error_title", { title: round.titel }) : round.titel;
    return confirmDocument({ locale, title, main, hrefIn: hrefIn({ page: view.page }) });
  }
  const { title, main } = renderRecordForm({
    ...{ t, view, links, record, answer: open.answer, typed, errors },
    kindName: recordWords(locale)(`${expectDefined(definitionOfPath(record.kind), record.kind).name}.one`),
    given: view.givenAnswers?.get(record.id),
  });
  return confirmDocument({ locale, title, main, hrefIn: hrefIn({ open }) });
}
