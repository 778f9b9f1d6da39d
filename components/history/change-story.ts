import { isEmptyValue, type EntryNames } from "@/lib/records/fields/field";
import { ACCOUNTS_PATH } from "@/lib/records/accounts/account-paths";
import { ACCOUNT_KIND, isRecordKind, type Action, type Change } from "@/lib/records/history/history-query";
import type { NamedRecord } from "@/lib/records/kinds/named-record";
import { isEntryList, referenceLists, type ReferenceListName } from "@/lib/records/reference-lists/reference-lists";
import { definitionOfPath } from "@/lib/records/kinds/registry";

/** What happened, as a key of the sentences in `messages/*.json`. */
export type Sentence = "created" | "restored" | "updated" | "deleted" | "linked" | "unlinked";

/** A change as it is told: what happened to which record, and with which other one. */
export type Story = {
  sentence: Sentence;
  subject: NamedRecord;
  partner: NamedRecord | null;
  /** Whether it is told in the history of its subject, which then need not be named. */
  isOwn: boolean;
};

/** A record whose history is read; null stands for that of all records. */
export type Reader = Pick<NamedRecord, "kind" | "id"> | null;

const SENTENCES: Record<Action, Sentence> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  link: "linked",
  unlink: "unlinked",
};

const isSameRecord = (one: Reader, other: Reader) =>
  one !== null && other !== null && one.kind === other.kind && one.id === other.id;

/** Tells a change to whoever reads the history of one record, or of all: a link is told from the reader's end. */
export function storyOf(change: Change, reader: Reader): Story {
  const { action, kind, id, label, related, reverts } = change;
  const sentence = action === "create" && reverts !== null ? "restored" : SENTENCES[action];
  const subject = { kind, id, label };
  if (related && isSameRecord(related, reader)) return { sentence, subject: related, partner: subject, isOwn: true };
  return { sentence, subject, partner: related, isOwn: isSameRecord(subject, reader) };
}

/** A field of a change in words; an empty text stands for no value. */
export type FieldLine = { name: string; old: string; new: string };

const plainText = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : String(value ?? "");

/** Formats a value of an account or a reference entry; null leaves it as it is. */
export type AdminValueFormat = (name: string, value: unknown) => string | null;

/**
 * Formats the fields of a change, in the order of the form; of a created or deleted record those with a value.
 * @param formatAdminValue for accounts and reference entries, whose fields no kind declares
 */
export function fieldLines(
  { kind, action, label, fields }: Change,
  names: EntryNames,
  formatAdminValue: AdminValueFormat = () => null,
): FieldLine[] {
  // What is left of an erased person has no values.
  if (label === "") return [];
  const definition = definitionOfPath(kind);
  const order = definition?.form.flatMap((group) => group.fields) ?? [];
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const format = (name: string, value: unknown) =>
    definition ? definition.fields[name]?.text(value, names) : formatAdminValue(name, value);
  const text = (name: string, value: unknown) => (isEmptyValue(value) ? "" : (format(name, value) ?? plainText(value)));
  return fields
    .map(({ name, old, new: now }) => ({ name, old: text(name, old), new: text(name, now) }))
    .filter(({ old, new: now }) => action === "update" || old !== "" || now !== "")
    .sort((a, b) => place(a.name) - place(b.name));
}

const idsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/** The reference entries that changes name, by their lists: what a page must know to tell them. */
export function entriesIn(changes: readonly Change[]): Partial<Record<ReferenceListName, Set<unknown>>> {
  const found: Partial<Record<ReferenceListName, Set<unknown>>> = {};
  for (const { kind, fields } of changes) {
    for (const { name, old, new: now } of fields) {
      const list = definitionOfPath(kind)?.fields[name]?.reference;
      if (list) found[list] = new Set([...(found[list] ?? []), ...idsOf(old), ...idsOf(now)]);
    }
  }
  return found;
}

/** The key of a field's label below `history.fields`, for accounts and reference entries. */
export function adminFieldKey(kind: string, name: string): string {
  if (!isEntryList(kind)) return `${kind}.${name}`;
  const stem = `${referenceLists[kind].name}_`;
  return `entry.${name.startsWith(stem) ? name.slice(stem.length) : name}`;
}

/** The page that shows a record, an account or the list of a reference entry; null where there is none. */
export function pageOf(record: Pick<NamedRecord, "kind" | "id">): string | null {
  const { kind, id } = record;
  if (isRecordKind(kind)) return hrefOf(record);
  if (kind === ACCOUNT_KIND) return `${ACCOUNTS_PATH}/${id}`;
  return isEntryList(kind) ? `/pages/reference?list=${kind}` : null;
}

/** The page of a record. */
export function hrefOf({ kind, id }: Pick<NamedRecord, "kind" | "id">, at?: string): string {
  const path = `${definitionOfPath(kind)?.pages.detail ?? ""}/${id}`;
  return at ? `${path}?at=${encodeURIComponent(at)}` : path;
}
