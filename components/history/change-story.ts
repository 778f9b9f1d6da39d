import { dynamicKey, type MessageKey } from "@/lib/model/messages/i18n";
import { isEmptyValue, type EntryNames, type Field } from "@/lib/model/fields/field";
import { ACCOUNTS_PATH } from "@/lib/features/accounts/account-paths";
import { isConfirmation } from "@/lib/features/history/confirmation-change";
import type { Change, NamedRecord } from "@/lib/features/history/history-answers";
import { ROUND_KIND, type ChangeAction, type RecordAction } from "@/lib/model/change";
import { ACCOUNT_KIND, isRecordKind } from "@/lib/features/history/history-query";
import { isEntryList, referenceLists, type ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { fileFields } from "@/lib/model/files/file-fields";
import { FILE_KIND } from "@/lib/model/files/file-kind";
import { CONFIRMED_BY } from "@/lib/model/fields/confirmation";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { roundHref } from "@/lib/features/rounds/round";
import { recordHref } from "@/lib/model/record-href";
import { linkFieldsBetween } from "@/lib/model/kinds/relations";

/** Key of the sentence in `messages/*.json` that describes a change. */
export type Sentence =
  | "created"
  | "restored"
  | "updated"
  | "deleted"
  | "linked"
  | "unlinked"
  | "link_changed"
  | "confirmed"
  | "confirmed_by"
  | "file_added"
  | "file_restored"
  | "file_changed"
  | "file_deleted"
  | "round_started"
  | "round_closed"
  | "round_reminded"
  | "round_renewed";

/**
 * A change as displayed: the sentence, the changed record (`subject`) and, for links, the other
 * record (`partner`). The partner of a file is its record, that of a confirmation its round.
 */
export type Story = {
  sentence: Sentence;
  subject: NamedRecord;
  partner: NamedRecord | null;
  /** Who confirmed the record, unless it is another change, or the person was erased. */
  confirmer?: string;
  /** True in the history of `subject` itself, or of a file's record; the sentence then need not name that record. */
  isOwn: boolean;
};

/** The record whose history is shown; null for the history of all records. */
export type HistorySubject = Pick<NamedRecord, "kind" | "id"> | null;

const SENTENCES: Record<RecordAction, Sentence> = {
  create: "created",
  update: "updated",
  delete: "deleted",
  link: "linked",
  unlink: "unlinked",
};

const FILE_SENTENCES: Partial<Record<ChangeAction, Sentence>> = {
  create: "file_added",
  update: "file_changed",
  delete: "file_deleted",
};

/** Returns the sentence of a change of a round, unless it is the same as for records. */
function roundSentenceOf({ action, fields }: Change): Sentence | undefined {
  if (action === "reminded" || action === "renewed") return `round_${action}`;
  const status = fields.find(({ name }) => name === "status")?.new;
  return action === "update" ? (status === "running" ? "round_started" : "round_closed") : undefined;
}

/** Whether a change concerns a file; `related` is then its record, and no other end of a link. */
export const isOfFile = ({ kind }: Pick<Change, "kind">) => kind === FILE_KIND;

/** Whether a change concerns a link; `related` is then the record at its other end. */
export const isOfLink = ({ kind, related }: Pick<Change, "kind" | "related">) =>
  related !== null && related.kind !== ROUND_KIND && !isOfFile({ kind });

const isSameRecord = (one: HistorySubject, other: HistorySubject) =>
  one !== null && other !== null && one.kind === other.kind && one.id === other.id;

/** Returns the name in a confirmation of a record. */
function confirmerIn(change: Change): string | undefined {
  const name = isConfirmation(change) ? change.fields.find((field) => field.name === CONFIRMED_BY)?.new : null;
  return typeof name === "string" ? name : undefined;
}

function sentenceOf(change: Change): Sentence {
  const { action, related, reverts } = change;
  if (isConfirmation(change)) return confirmerIn(change) ? "confirmed_by" : "confirmed";
  if (isOfFile(change))
    return action === "create" && reverts !== null ? "file_restored" : (FILE_SENTENCES[action] ?? "file_changed");
  if (action === "create" && reverts !== null) return "restored";
  const ofRound = change.kind === ROUND_KIND ? roundSentenceOf(change) : undefined;
  if (ofRound) return ofRound;
  return action === "update" && related ? "link_changed" : SENTENCES[action as RecordAction];
}

/** The name under which `useFieldLabel` knows the fields of links, which belong to no kind. */
export const LINK_FIELDS = "link";

/** Returns the kind to which the fields of a change belong, or `LINK_FIELDS`. */
export const fieldOwnerOf = (change: Pick<Change, "kind" | "related">): string =>
  isOfLink(change) ? LINK_FIELDS : change.kind;

/** Returns the declared fields of a change, those of a link or of a record, in their order; null for other kinds. */
function declaredFields(change: Pick<Change, "kind" | "related">): Readonly<Record<string, Field>> | null {
  const { kind, related } = change;
  if (isOfFile(change)) return fileFields;
  const definition = definitionOfPath(kind);
  if (!definition) return null;
  const other = related && definitionOfPath(related.kind);
  if (isOfLink(change)) return other ? linkFieldsBetween(definition.name, other.name) : {};
  const order = definition.form.flatMap((group) => group.fields);
  const ordered = order.flatMap((name) => (definition.fields[name] ? [[name, definition.fields[name]] as const] : []));
  return { ...Object.fromEntries(ordered), ...definition.fields };
}

/**
 * Builds the description of a change for the history of one record or of all records. A link is
 * described with the record whose history is shown as subject.
 */
export function storyOf(change: Change, viewedRecord: HistorySubject): Story {
  const { kind, id, label, related } = change;
  const sentence = sentenceOf(change);
  const confirmer = confirmerIn(change);
  const subject = { kind, id, label };
  if (isOfFile(change)) return { sentence, subject, partner: related, isOwn: isSameRecord(related, viewedRecord) };
  if (related && isSameRecord(related, viewedRecord))
    return { sentence, subject: related, partner: subject, isOwn: true };
  const isOwn = isSameRecord(subject, viewedRecord);
  return { sentence, subject, partner: related, isOwn, ...(confirmer && { confirmer }) };
}

/**
 * A changed field with its old and new value as text; an empty text means that there was no value.
 */
export type FieldLine = { name: string; old: string; new: string };

/** What changes hold for programs, or what their sentences say already, by kind. */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  [FILE_KIND]: ["mime", "sha256"],
  [ROUND_KIND]: ["status"],
};

const plainText = (value: unknown): string =>
  Array.isArray(value) ? value.map(String).join(", ") : String(value ?? "");

/** Formats a value of an account, a reference entry or a file; returns null to display the raw value. */
export type AdminValueFormat = (name: string, value: unknown) => string | null;

/**
 * Formats the fields of a change in the order of the record's form, or of the link's fields. For
 * created and deleted records and links, omits fields without a value. Omits fields that did not change,
 * such as the name in a repeated confirmation.
 * @param formatAdminValue formats values of accounts and reference entries, whose fields no kind
 * declares
 */
export function fieldLines(
  change: Change,
  names: EntryNames,
  formatAdminValue: AdminValueFormat = () => null,
): FieldLine[] {
  // An empty label marks a change of an erased person, whose values no longer exist.
  const { action, kind, label, fields } = change;
  if (label === "") return [];
  const declared = declaredFields(change);
  const isAdminValue = !declared || isOfFile(change);
  const order = Object.keys(declared ?? {});
  const positionOf = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const format = (name: string, value: unknown) =>
    declared?.[name] ? declared[name].text(value, names) : isAdminValue ? formatAdminValue(name, value) : null;
  const text = (name: string, value: unknown) => (isEmptyValue(value) ? "" : (format(name, value) ?? plainText(value)));
  return fields
    .filter(({ name, old, new: now }) => old !== now && !LEFT_OUT[kind]?.includes(name))
    .map(({ name, old, new: now }) => ({ name, old: text(name, old), new: text(name, now) }))
    .filter(({ old, new: now }) => action === "update" || old !== "" || now !== "")
    .sort((a, b) => positionOf(a.name) - positionOf(b.name));
}

const idsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [value]);

/**
 * Collects the ids of the reference entries that changes mention, keyed by reference list, so that
 * a page can display their names.
 */
export function entriesIn(changes: readonly Change[]): Partial<Record<ReferenceListName, Set<unknown>>> {
  const idsByList: Partial<Record<ReferenceListName, Set<unknown>>> = {};
  for (const change of changes) {
    const declared = declaredFields(change);
    for (const { name, old, new: now } of change.fields) {
      const list = declared?.[name]?.reference;
      if (list) idsByList[list] = new Set([...(idsByList[list] ?? []), ...idsOf(old), ...idsOf(now)]);
    }
  }
  return idsByList;
}

/**
 * Returns the message key in `history.fields` for the label of an account's or reference entry's
 * field.
 */
export function adminFieldKey(kind: string, name: string): MessageKey<"history.fields"> {
  if (!isEntryList(kind)) return dynamicKey(`${kind}.${name}`);
  const stem = `${referenceLists[kind].name}_`;
  return dynamicKey(`entry.${name.startsWith(stem) ? name.slice(stem.length) : name}`);
}

/**
 * Returns the path of the page of a record, an account or a round, or of the page with a reference
 * entry's list; null for other kinds.
 */
export function recordPagePath(record: Pick<NamedRecord, "kind" | "id">): string | null {
  const { kind, id } = record;
  if (isRecordKind(kind)) return recordHref(record);
  if (kind === ROUND_KIND) return roundHref(id);
  if (kind === ACCOUNT_KIND) return `${ACCOUNTS_PATH}/${id}`;
  return isEntryList(kind) ? `/pages/reference?list=${kind}` : null;
}
