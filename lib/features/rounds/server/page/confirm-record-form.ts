import { CONFIRM_COMMENT_MAX_LENGTH, NAME_MAX_LENGTH } from "@/lib/model/limits";
import { widgetOf, type Widget } from "@/lib/model/fields/controls";
import { inOneLine, linesOf } from "@/lib/model/fields/line-breaks";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import type { FieldErrors } from "@/lib/model/fields/field";
import type { ConfirmAnswer, Successor } from "../../round";
import { validationKey } from "@/lib/model/messages/validation-key";
import { NOT_APPLICABLE } from "@/lib/model/reference-lists/reference-lists";
import { ownValue } from "@/lib/model/pure/own-value";
import { formName, originalText, typedTexts, type TypedAnswer } from "./confirm-form";
import { validationWords, type ConfirmWords } from "./confirm-frame";
import { alertCard, answerName, recordFields, typedInput, type PageLinks } from "./confirm-parts";
import type { ConfirmField, ConfirmRecord } from "../../confirm-answers";
import type { GivenAnswer, RecipientView } from "../recipient-view";
import { markup, type SafeHtml } from "./safe-html";

type FormOptions = {
  t: ConfirmWords;
  view: Pick<RecipientView, "locale" | "digests" | "describe" | "round">;
  links: PageLinks;
  record: ConfirmRecord;
  kindName: string;
  answer: Exclude<ConfirmAnswer, "confirmed">;
  given?: GivenAnswer;
  typed?: TypedAnswer;
  errors?: FieldErrors;
};

/** A control: its element gets id, name and description; `isGroup` controls are labelled by a legend. */
type Control = {
  name: string;
  label: string;
  required?: boolean;
  hint?: string | null;
  isGroup?: boolean;
  draw: (attributes: SafeHtml) => SafeHtml;
};

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const CHANGES = "changes.";

const idOf = (name: string) => `f-${name.replaceAll(".", "-")}`;

/** Sorts ticked entries to the top, where they are seen without scrolling. */
const tickedFirst = (options: readonly { id: number; label: string }[], ticked: readonly string[]) => {
  const isTicked = ({ id }: { id: number }) => ticked.includes(String(id));
  return [...options.filter(isTicked), ...options.filter((option) => !isTicked(option))];
};

/** Returns the texts of a control for a value: of an entry that is typed, its name. */
const shownTexts = (type: ConfirmField["type"], { value, text }: Pick<ConfirmField, "value" | "text">): string[] =>
  widgetOf(type).element === "entry" ? [value === NOT_APPLICABLE ? "" : text] : typedTexts(type, value);

/** What the HTML of a value's control contains. */
type ShownValue = {
  /** The id and the description of a control that is no group. */
  attributes: SafeHtml;
  name: string;
  label: string;
  texts: readonly string[];
  options: readonly { id: number; label: string }[];
  /** The maximum length of a text. */
  max: number | undefined;
  /** The text of the option for no entry; undefined without one. */
  noChoice: string | undefined;
};

const tick = (name: string, value: string, isTicked: boolean, label: string) =>
  markup`<label class="tick"
    ><input type="checkbox" name="${name}" value="${value}" ${isTicked && markup` checked`} />${label}</label
  >`;

/** Draws the control of a value as HTML. */
function drawValue(widget: Widget, { attributes, name, label, texts, options, max, noChoice }: ShownValue): SafeHtml {
  const [first = ""] = texts;
  const limit = max !== undefined && markup` maxlength="${max}"`;
  switch (widget.element) {
    case "input": {
      const rows = linesOf(first).length;
      const mode = widget.inputMode && markup` inputmode="${widget.inputMode}"`;
      return rows > 1
        ? markup`<textarea${attributes}${limit}${mode} rows="${rows}">${"\n"}${first}</textarea>`
        : markup`<input type="${widget.type}" ${attributes}${limit}${mode} value="${first}" />`;
    }
    case "textarea":
      return markup`<textarea${attributes}${limit} rows="${widget.rows}">${"\n"}${first}</textarea>`;
    case "names":
      // The maximum is that of each name.
      return markup`<textarea${attributes} rows="${widget.rows}">${"\n"}${first}</textarea>`;
    case "entry":
      return markup`<input type="text" ${attributes} value="${first}" />`;
    case "select": {
      const none = noChoice !== undefined && markup`<option value="">${noChoice}</option>`;
      const entries = options.map(
        ({ id, label }) => markup`<option value="${id}" ${String(id) === first && markup` selected`}>${label}</option>`,
      );
      return markup`<select${attributes}>${none}${entries}</select>`;
    }
    case "multiselect":
      return markup`<div class="box">${tickedFirst(options, texts).map(({ id, label }) => tick(name, String(id), texts.includes(String(id)), label))}</div>`;
    case "checkbox":
      return tick(name, "true", texts.includes("true"), label);
    case "date": {
      // A browser would show a text that is no day as an empty control.
      const isDay = first === "" || DAY.test(first);
      return markup`<input type="${isDay ? "date" : "text"}" ${attributes} value="${first}" />`;
    }
  }
}

/** Draws the form about one record: its fields, a successor, and a comment. */
class RecordForm {
  private readonly errors: ReadonlyMap<string, string>;

  constructor(private readonly options: FormOptions) {
    const words = validationWords(options.view.locale);
    const all = Object.entries(options.errors ?? {}).map(([path, [code = "type"]]) => {
      const name = path.replace(/^answers\.\d+\./, "");
      return [name, words(validationKey(code, this.typedText(name)), { max: this.maxOf(name) })] as const;
    });
    this.errors = new Map(all);
  }

  private typedText(name: string): string {
    const { typed } = this.options;
    if (name === "successor.email") return typed?.successor.email ?? "";
    return typed?.texts.get(name.replace(CHANGES, ""))?.at(-1) ?? "";
  }

  private maxOf(name: string): number {
    if (name === "comment") return CONFIRM_COMMENT_MAX_LENGTH;
    const { kind } = this.options.record;
    return definitionOfPath(kind)?.fields[name.replace(CHANGES, "")]?.max ?? NAME_MAX_LENGTH;
  }

  private field({ name, label: plain, required, hint, isGroup, draw }: Control): SafeHtml {
    const label = required ? this.options.t("required", { label: plain }) : plain;
    const error = this.errors.get(name);
    const id = idOf(name);
    const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
    const attributes = markup` id="${id}"
    name="${formName(name)}"${described && markup` aria-describedby="${described}"`}${error && markup` aria-invalid="true"`}${required && !isGroup && markup` aria-required="true"`}`;
    const notes = markup`${hint && markup`<p class="hint" id="${id}-hint">${hint}</p>`}${error && markup`<p class="err" id="${id}-error">${error}</p>`}`;
    if (!isGroup)
      return markup`<div class="field"><label for="${id}">${label}</label>${notes}${draw(attributes)}</div>`;
    return markup`<fieldset class="field" id="${id}" tabindex="-1" ${described && markup` aria-describedby="${described}"`}>
      <legend>${label}</legend>
      ${notes}${draw(attributes)}
    </fieldset>`;
  }

  /** The texts of a field's control: typed just now, proposed before, or stored. */
  private textsOf({ name, type, value, text }: ConfirmField): readonly string[] {
    const { typed, given } = this.options;
    const shown = given?.changes.get(name) ?? { value, text };
    return typed?.texts.get(name) ?? shownTexts(type, shown);
  }

  private valueControl(confirmField: ConfirmField): Control {
    const { t, record } = this.options;
    const { name, type, value, label } = confirmField;
    const options = ownValue(this.options.view.round.options, name) ?? [];
    const declared = definitionOfPath(record.kind)?.fields[name];
    const texts = this.textsOf(confirmField);
    const widget = widgetOf(type);
    const isChanged = [...shownTexts(type, confirmField)].sort().join() !== [...texts].sort().join();
    return {
      name: CHANGES + name,
      label,
      required: declared?.required,
      hint: [
        isChanged && t("before", { text: inOneLine(confirmField.text) || t("empty") }),
        widget.element === "names" && t("one_per_line"),
      ]
        .filter(Boolean)
        .join(" · "),
      isGroup: widget.element === "multiselect" || widget.element === "checkbox",
      draw: (attributes) =>
        drawValue(widget, {
          ...{ attributes, options, texts, label, max: declared?.max },
          name: formName(CHANGES + name),
          noChoice: value === null ? t("choose") : undefined,
        }),
    };
  }

  private controls(): { control: Control; original: SafeHtml | null }[] {
    const { record, answer, typed, given, t } = this.options;
    const fields = answer === "changed" ? record.fields : [];
    const values = fields.map((confirmField) => ({
      control: this.valueControl(confirmField),
      original: markup`<input
        type="hidden"
        name="${formName(`was.${confirmField.name}`)}"
        value="${originalText(confirmField.type, confirmField.value)}"
      />`,
    }));
    const successor = typed?.successor ?? given?.successor;
    const names: (keyof Successor)[] =
      answer === "not_mine" || given?.successor ? ["vorname", "nachname", "email"] : [];
    const people = names.map((name) => ({
      control: {
        name: `successor.${name}`,
        label: t(name),
        draw: (attributes: SafeHtml) =>
          markup`<input
            type="${name === "email" ? "email" : "text"}"
            ${attributes}
            maxlength="${NAME_MAX_LENGTH}"
            value="${successor?.[name] ?? ""}"
          />`,
      },
      original: null,
    }));
    const comment = {
      name: "comment",
      label: t("comment"),
      draw: (attributes: SafeHtml) =>
        markup`<textarea${attributes} maxlength="${CONFIRM_COMMENT_MAX_LENGTH}" rows="4">${"\n"}${typed?.comment ?? given?.comment ?? ""}</textarea>`,
    };
    return [...values, ...people, { control: comment, original: null }];
  }

  /** The list of all errors, which links to their controls and is focused first. */
  private summary(controls: readonly Control[]): SafeHtml | null {
    if (this.errors.size === 0) return null;
    const known = new Map(controls.map((control) => [control.name, control]));
    const items = [...this.errors].map(([name, text]) => {
      const control = known.get(name);
      if (control) return markup`<li><a href="#${idOf(name)}">${control.label}: ${text}</a></li>`;
      return markup`<li>${name.startsWith(CHANGES) ? this.errorWithoutControl(name) : text}</li>`;
    });
    const { t, view, typed } = this.options;
    const hidden = Object.keys(typed?.changes ?? {}).filter((name) => !known.has(CHANGES + name));
    return alertCard(
      t("errors", { count: this.errors.size }),
      markup`<ul>
          ${items}
        </ul>
        ${typed && hidden.length > 0 && typedInput(t, view, typed, hidden)}`,
    );
  }

  /** Says that a field cannot be changed here any more. */
  private errorWithoutControl(path: string): string {
    const name = path.slice(CHANGES.length);
    return this.options.t("field_gone", { label: this.options.view.describe(name, null)?.label ?? name });
  }

  render(): { title: string; main: SafeHtml } {
    const { t, view, links, record, kindName, answer } = this.options;
    const overview = `${links.href({ at: record.id })}#record-${record.id}`;
    const { kind, label } = record;
    const heading = answer === "changed" ? t("change_title") : answerName(t, answer, kind);
    const intro = answer === "changed" ? t("change_intro") : t(`${answer}_intro`, { kind });
    const controls = this.controls();
    const drawn = controls.map(({ control, original }) => markup`${original}${this.field(control)}`);
    const successors = drawn.filter((_, at) => controls[at]?.control.name.startsWith("successor."));
    const others = drawn.filter((_, at) => !controls[at]?.control.name.startsWith("successor."));
    const people =
      successors.length > 0 &&
      markup`<h2>${t("successor")}</h2>
        <div class="two">${successors}</div>`;
    const main = markup`<a class="back" href="${overview}">← ${t("back")}</a>
      ${this.summary(controls.map(({ control }) => control))}
      <p class="muted">${kindName}: ${label}</p>
      <h1>${heading}</h1>
      <p>${intro}</p>
      ${links.form(
        markup`${recordFields(view, record)}<input
            type="hidden"
            name="${formName("answer")}"
            value="${answer}"
          />${people}${others}
          <div class="acts">
            ${links.button(t(answer === "changed" ? "send_changes" : "send_answer"), { className: "main" })}
            <a class="btn quiet" href="${overview}">${t("cancel")}</a>
          </div>`,
      )}`;
    const title = `${label}: ${heading}`;
    return { title: this.errors.size > 0 ? t("error_title", { title }) : title, main };
  }
}

/** Renders the form about one record, and its title. */
export const renderRecordForm = (options: FormOptions): { title: string; main: SafeHtml } =>
  new RecordForm(options).render();
