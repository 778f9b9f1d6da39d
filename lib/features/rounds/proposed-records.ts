import type { ProposalRow } from "./proposal-answers";
import { isEmptyValue, type EntryNames } from "@/lib/model/fields/field";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { formValues, isSameValue, valueText } from "@/lib/model/values/form-values";
import type { FieldProposal, ProposalAnswer, ProposalDecision, ProposedRecord, Succession } from "./proposal-queue";

/** The data with which proposals are shown in one language. */
export type ProposalContext = {
  names: EntryNames;
  /** Returns the name of a kind, in the singular. */
  kindLabel: (definition: AnyDefinition) => string;
  /** Returns the label of a kind's field. */
  fieldLabel: (definition: AnyDefinition, name: string) => string;
  /** Returns the stored values of a record, with links as ids; null if it does not exist. */
  storedOf: (kind: string, id: number) => AnyRow | null;
  /** The number of a record's proposals in the whole queue. */
  totalOf: (kind: string, id: number) => number;
  /** Returns how the successor that a proposal names is entered. */
  successionOf: (row: ProposalRow) => Succession | null;
};

const decisionOf = ({ decided_by, decided_at }: ProposalRow): ProposalDecision =>
  decided_at === null ? null : { name: decided_by?.name ?? null, at: decided_at };

/** Returns the text of a value whose field does not exist any more. */
function plainText(value: unknown): string {
  if (isEmptyValue(value)) return "";
  if (Array.isArray(value)) return value.map(plainText).join(", ");
  return typeof value === "string" ? value : JSON.stringify(value);
}

function fieldProposal(
  row: ProposalRow,
  field: string,
  { names, fieldLabel, storedOf }: ProposalContext,
): FieldProposal {
  const definition = definitionOfPath(row.kind);
  const stored = storedOf(row.kind, row.id);
  const decision = decisionOf(row);
  const { proposal_id, source } = row;
  const quote = source.type === "file" ? { seite: source.seite, zitat: source.zitat } : null;
  // The field may have been removed from the declaration since.
  if (!definition?.fields[field]) {
    const texts = { now: plainText(row.now), value: plainText(row.value), stored: null };
    return { proposal_id, field, label: field, ...texts, quote, isChanged: false, isSame: false, decision };
  }
  const valueOf = (value: unknown) =>
    formValues(definition, { [field]: value ?? definition.fields[field]?.empty })[field];
  const [now, value, current] = [row.now, row.value, stored?.[field]].map(valueOf);
  const textOf = (shown: unknown) => valueText(definition, { [field]: shown }, field, names);
  const isSame = (one: unknown, other: unknown) =>
    isSameValue(one, other) || (isEmptyValue(one) && isEmptyValue(other));
  return {
    proposal_id,
    field,
    label: fieldLabel(definition, field),
    now: textOf(now),
    value: textOf(value),
    stored: stored ? textOf(current) : null,
    quote,
    isChanged: stored !== null && !isSame(current, now),
    isSame: stored !== null && isSame(current, value),
    decision,
  };
}

/** Returns the position of a field in the form of its kind. */
function positionOf(kind: string, field: string): number {
  const form = definitionOfPath(kind)?.form.flatMap(({ fields }) => fields) ?? [];
  return form.includes(field) ? form.indexOf(field) : form.length;
}

/** Groups by key, in the order of the first row of each group. */
function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string): [key: string, rows: [Row, ...Row[]]][] {
  const groups = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const group = groups.get(keyOf(row));
    if (group) group.push(row);
    else groups.set(keyOf(row), [row]);
  }
  return [...groups];
}

/** What proposals of a file have in place of a recipient's answer. */
const NO_ANSWER = { answer: null, email: "", comment: null, successor: null } as const;

/** Returns where proposals come from: a recipient's answer, or a file. */
function originOf({ source }: ProposalRow) {
  const { type, name } = source;
  if (type === "file") return { ...NO_ANSWER, name, file: { datei_id: source.datei_id, fassung: source.fassung } };
  const { answer, email, comment, successor } = source;
  return { answer, name, email, comment, successor, file: null };
}

/** Proposals with the same key come from the same answer or version of a file. */
const originKey = ({ source, created_at }: ProposalRow): string =>
  source.type === "file"
    ? `file ${source.datei_id} ${source.fassung}`
    : `${created_at} ${source.email} ${source.answer}`;

function proposalAnswer(key: string, rows: readonly [ProposalRow, ...ProposalRow[]], context: ProposalContext) {
  const [first] = rows;
  const { kind, created_at } = first;
  const origin = originOf(first);
  const fields = rows.flatMap((row) => (row.field === null ? [] : [fieldProposal(row, row.field, context)]));
  return {
    ...origin,
    ...{ key, at: created_at },
    succession: origin.successor && context.successionOf(first),
    fields: fields.sort((one, other) => positionOf(kind, one.field) - positionOf(kind, other.field)),
    notes: rows
      .filter(({ field }) => field === null)
      .map((row) => ({ proposal_id: row.proposal_id, decision: decisionOf(row) })),
  } satisfies ProposalAnswer;
}

/**
 * Groups proposals by record, and those of a record by answer or file, with the texts of their values. The
 * proposals that one answer makes have the same moment.
 */
export const proposedRecords = (rows: readonly ProposalRow[], context: ProposalContext): ProposedRecord[] =>
  grouped(rows, ({ kind, id }) => `${kind} ${id}`).map(([, ofRecord]) => {
    const [{ kind, id, label }] = ofRecord;
    const definition = definitionOfPath(kind);
    const stored = context.storedOf(kind, id);
    const answers = grouped(ofRecord, originKey);
    return {
      ...{ kind, id },
      kindLabel: definition ? context.kindLabel(definition) : kind,
      label: (stored && definition?.label(stored, context.names.locale)) || label,
      href: stored && definition ? `${definition.pages.detail}/${id}` : null,
      shown: ofRecord.length,
      total: Math.max(context.totalOf(kind, id), ofRecord.length),
      answers: answers.map(([key, ofAnswer]) => proposalAnswer(key, ofAnswer, context)),
    };
  });
