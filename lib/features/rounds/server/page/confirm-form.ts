import type { AnyRow } from "@/lib/model/kinds/define";
import { widgetOf, type Widget } from "@/lib/model/fields/controls";
import type { Field } from "@/lib/model/fields/field";
import { joinedLines, allowsLineBreaks, withLineFeeds } from "@/lib/model/fields/line-breaks";
import { CONFIRM_ANSWERS, type ConfirmAnswer, type Successor } from "../../round";
import type { FormFields } from "@/lib/base/web/form-fields";
import type { ConfirmBody } from "../confirm-body";

/*
 * The forms of a recipient's page. They work without scripts: each is about one record, or confirms
 * all; each control has a hidden `was.<field>` with the value that the page showed, so that only what
 * the recipient changed is sent on (contract §15).
 */

/** Managed fields have no control, but they are in no form either. */
const elementOf = (control: Field["control"]): Widget["element"] => widgetOf(control ?? "text").element;

/** Returns the values of the controls that show a field: its text, or the ids of the ticked entries. */
export function typedTexts(control: Field["control"], value: unknown): string[] {
  if (elementOf(control) === "names") return [(Array.isArray(value) ? value : []).join("\n")];
  if (Array.isArray(value)) return value.map(String);
  if (elementOf(control) === "checkbox") return value === true ? ["true"] : [];
  const text = withLineFeeds(String(value ?? ""));
  // Browsers remove line breaks from controls of a single line.
  return [allowsLineBreaks(control) || !text.includes("\n") ? text : joinedLines(text)];
}

/** Returns the hidden text by which a form remembers a value. */
export const originalText = (control: Field["control"], value: unknown): string =>
  elementOf(control) === "multiselect"
    ? typedTexts(control, value).sort().join(",")
    : typedTexts(control, value).join();

const INTEGER = /^-?\d{1,10}$/;
const idOf = (text: string): number | string => (INTEGER.test(text) ? Number(text) : text);

const NO_IDS = { idOf: () => undefined };

/** Returns the id of the entry of a long reference list with a name; undefined for any other text. */
type NamedEntry = (name: string) => number | undefined;

/** Parses a field of the form. Returns an invalid text unchanged, so that validation refuses it. */
function valueOf(
  { control, parse, initial }: Field,
  texts: readonly string[],
  entryIdOf: NamedEntry,
): string | number | boolean | object | null {
  const text = withLineFeeds(texts.at(-1) ?? "");
  switch (elementOf(control)) {
    case "multiselect":
      return texts.map(idOf);
    case "select":
      return text === "" ? null : idOf(text);
    case "entry":
      return text.trim() === "" ? Number(initial) : (entryIdOf(text) ?? text);
    case "checkbox":
      return texts.length > 0;
    case "names":
      return text.split("\n");
    case "date":
      return text.trim() === "" ? null : (parse(text, NO_IDS) ?? text);
    case "input":
    case "textarea":
      return text;
  }
}

/** A recipient's input in the form of a record, to be shown again. */
export type TypedAnswer = {
  /** By field, as `typedTexts` represents them. */
  texts: ReadonlyMap<string, string[]>;
  /** The changed values, by field, also of fields that the round no longer has. */
  changes: AnyRow;
  comment: string;
  successor: Successor;
};

/** A form that was sent: its body, and the record and answer that it is about. */
export type SentForm = {
  body: unknown;
  confirmsRest: boolean;
  /** The digests of the records as the page showed them; null if the form has none. */
  seenDigests: ReadonlyMap<number, string> | null;
  open: OpenForm | null;
  typed: TypedAnswer;
};

/** The form of one record that a page shows. */
export type OpenForm = { id: number; answer: ConfirmAnswer };

const isAnswer = (text: string | null): text is ConfirmAnswer => CONFIRM_ANSWERS.some((answer) => answer === text);

/** Parses which form a page shows, from the parameters of its URL or the fields of a sent form. */
export function parseOpenForm(id: string | null, answer: string | null): OpenForm | null {
  const key = idOf(id ?? "");
  return typeof key === "number" && isAnswer(answer) ? { id: key, answer } : null;
}

const ANSWER = "answers.0.";

/** The names of the fields of a form about one record. */
export const formName = (part: string): string => ANSWER + part;

/** The name of the hidden field with the digests of the records that a page showed. */
export const SEEN_NAME = "seen";

/** Parses digests such as `7.Qx3_a1Zz 8.aa-B9yyW`. */
function parseSeen(text: string | null): Map<number, string> | null {
  if (text === null) return null;
  return new Map(text.split(" ").map((part): [number, string] => [parseInt(part), part.replace(/^\d+\./, "")]));
}

/** Returns the texts of fields that the page showed and the round no longer has, if they were changed. */
function removedFields(form: FormFields, fields: readonly [string, Field][]): Map<string, string[]> {
  const prefix = formName("changes.");
  const known = new Set(fields.map(([name]) => prefix + name));
  const removed = [...form].filter(([key]) => key.startsWith(prefix) && !known.has(key));
  const changed = removed.flatMap(([key, sent]): [string, string[]][] => {
    const name = key.slice(prefix.length);
    const texts = sent.map(withLineFeeds);
    const was = form.get(formName(`was.${name}`))?.at(-1);
    return was !== undefined && withLineFeeds(was) === [...texts].sort().join(",") ? [] : [[name, texts]];
  });
  return new Map(changed);
}

/**
 * Parses the form of a page into the body of the call (contract §15). Unknown parts are ignored, and
 * of repeated ones the last one counts.
 * @param fields the fields that the recipient may change
 */
export function parseConfirmForm(
  form: FormFields,
  kind: string,
  fields: readonly [string, Field][],
  entryIdOf: NamedEntry,
): SentForm {
  const last = (name: string) => form.get(name)?.at(-1) ?? null;
  const text = (part: string) => withLineFeeds(last(formName(part)) ?? "");
  const declined = last("declined") === "true" ? { declined: true } : {};
  const answer = last(formName("answer"));
  const open = parseOpenForm(last(formName("id")), answer);
  const removed = removedFields(form, fields);
  const texts = new Map(removed);
  const changed = new Map<string, unknown>([...removed].map(([name, sent]) => [name, sent.at(-1)]));
  for (const [name, field] of fields) {
    const was = last(formName(`was.${name}`));
    const sent = (form.get(formName(`changes.${name}`)) ?? []).map(withLineFeeds);
    if (was === null && sent.length === 0) continue;
    texts.set(name, sent);
    const value = valueOf(field, sent, entryIdOf);
    const isSame = was !== null && originalText(field.control, value) === withLineFeeds(was);
    if (!isSame) changed.set(name, value);
  }
  const changes: AnyRow = answer === "changed" ? Object.fromEntries(changed) : {};
  const successor = {
    vorname: text("successor.vorname"),
    nachname: text("successor.nachname"),
    email: text("successor.email"),
  };
  const comment = text("comment");
  const sent: AnyRow = {
    ...{ kind: last(formName("kind")) ?? kind, id: open?.id ?? idOf(last(formName("id")) ?? ""), answer },
    ...(answer === "changed" && { changes }),
    ...(comment.trim() !== "" && { comment }),
    ...(Object.values(successor).some((part) => part.trim() !== "") && { successor }),
  };
  const isAboutRecord = answer !== null || last(formName("id")) !== null;
  const confirmsRest = last("all") === "confirmed";
  const answers = isAboutRecord ? [sent] : confirmsRest ? [] : undefined;
  return {
    body: { ...(answers && { answers }), ...declined },
    confirmsRest,
    seenDigests: parseSeen(last(SEEN_NAME)),
    open,
    typed: { texts, changes, comment, successor },
  };
}

/** Adds what only forms contain to their validated body. */
export const toConfirmBody = (body: ConfirmBody, { confirmsRest, seenDigests }: SentForm): ConfirmBody => ({
  ...body,
  confirmsRest,
  seenDigests,
});
