import { groupBy } from "@/lib/model/pure/group-by";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { allDefinitions, definitionOfPath } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { ProposalType } from "../../proposal";
import type { ProposalRow } from "../../proposal-answers";
import {
  QUEUE_FILTERS,
  QUEUE_PAGE_SIZE,
  type ProposalQueue,
  type QueueChoice,
  type QueueFilter,
  type QueueQuery,
  type Succession,
} from "../../proposal-queue";
import { proposedRecords } from "../../proposed-records";
import type { ReferenceListName } from "@/lib/model/reference-lists/reference-lists";
import { visibilitiesOf } from "@/lib/model/files/file-visibility";
import { authorize } from "@/lib/base/access/permissions";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { findOptionsWithDeleted } from "@/lib/store/records/find-records";
import { recordWords } from "@/lib/store/records/record-words";
import { redirectsOf } from "@/lib/store/sql/merged-records";
import { storedWithLinks } from "@/lib/store/records/stored-with-links";
import { listProposals } from "./find-proposals";
import { proposalWords } from "./proposal-words";
import {
  countProposedRecords,
  countsByFilter,
  countsByRecord,
  originsOf,
  titleOfRound,
  type ProposalCount,
  type ProposalOrigin,
} from "./proposal-queue-sql";

const recordKey = (kind: string, id: number) => `${kind} ${id}`;

/** Reads the stored values of a kind's records, with the links of some fields as ids. */
async function valuesOf({ connection }: Context, definition: AnyDefinition, rows: readonly ProposalRow[]) {
  const ids = [...new Set(rows.map(({ id }) => id))];
  const fields = rows.flatMap(({ field }) => field ?? []);
  const records = await storedWithLinks(connection, definition, ids, fields);
  return [...records].map(([id, { values }]): [string, AnyRow] => [recordKey(definition.apiPath, id), values]);
}

/** Reads the stored values of the records of proposals, by `recordKey`; one or two statements a kind. */
async function storedValues(context: Context, rows: readonly ProposalRow[]): Promise<Map<string, AnyRow>> {
  const kinds = [...groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const definition = definitionOfPath(kind);
    return definition ? valuesOf(context, definition, ofKind) : [];
  });
  return new Map((await Promise.all(kinds)).flat());
}

/** Returns the reference lists that the values of proposals refer to. */
function listsOf(rows: readonly ProposalRow[]): ReferenceListName[] {
  const lists = rows.flatMap(({ kind, field }) => {
    const reference = field === null ? undefined : definitionOfPath(kind)?.fields[field]?.reference;
    return reference ? [reference] : [];
  });
  return [...new Set(lists)];
}

/** The data that names the choices of a filter. */
type FilterValue = Omit<ProposalCount, "count" | "kind" | "type"> & { kind: string | null; type: ProposalType | null };
type Labels = Record<QueueFilter, (named: FilterValue) => QueueChoice["label"]>;

/**
 * Returns the choices of each filter, with the numbers of proposals that the other filters leave. The
 * selected choice is among them, even if its number is 0.
 * @param chosen the names of the query's choices
 */
function choicesOf(
  counts: readonly ProposalCount[],
  { query, chosen, labels }: { query: QueueQuery; chosen: FilterValue; labels: Labels },
): ProposalQueue["choices"] {
  const ofFilter = (name: QueueFilter) => {
    const others = QUEUE_FILTERS.filter((other) => other !== name);
    const matching = counts.filter((count) =>
      others.every((other) => query[other] === undefined || query[other] === count[other]),
    );
    const choices = new Map<string, QueueChoice>();
    for (const row of [...matching, { ...chosen, count: 0 }]) {
      if (row[name] === null) continue;
      const value = String(row[name]);
      const before = choices.get(value);
      choices.set(value, { value, label: before?.label ?? labels[name](row), count: (before?.count ?? 0) + row.count });
    }
    return [...choices.values()];
  };
  return {
    type: ofFilter("type"),
    runde_id: ofFilter("runde_id"),
    kind: ofFilter("kind"),
    field: ofFilter("field"),
  };
}

/**
 * Reads where proposals come from. A recipient whose record was merged since is the record that it
 * was merged into, which has the links that a successor would end.
 */
async function findOrigins(connection: Connection, ids: readonly number[]): Promise<ProposalOrigin[]> {
  const origins = ids.length > 0 ? await originsOf(connection, ids) : [];
  const byKind = [...groupBy(origins, ({ person_kind }) => person_kind ?? "")];
  const current = byKind.map(async ([kind, ofKind]) => {
    const definition = definitionOfPath(kind);
    if (!definition) return ofKind;
    const persons = ofKind.flatMap(({ person_id }) => person_id ?? []);
    const redirects = await redirectsOf(connection, definition, [...new Set(persons)]);
    return ofKind.map((origin) => ({
      ...origin,
      person_id: redirects.get(origin.person_id ?? 0)?.into ?? origin.person_id,
    }));
  });
  return (await Promise.all(current)).flat();
}

/** Returns how the successor named by a recipient of a round is entered (contract §13). */
function successionOf({ kind }: ProposalRow, origin: ProposalOrigin | undefined): Succession | null {
  const definition = definitionOfPath(kind);
  if (!definition || !origin) return null;
  if (origin.an === "self") return { kind: definition.name, list: null, predecessor: null };
  const list = definition.confirmation?.[origin.an];
  if (list === undefined) return null;
  const { other } = linkListOf(definition.name, list);
  const isOfList = definitionOfPath(origin.person_kind ?? "")?.name === other.kind;
  return { kind: other.kind, list, predecessor: isOfList ? origin.person_id : null };
}

/**
 * Reads one page of the queue of proposals, oldest first, with what is stored now (contract §14).
 * Uses a fixed number of statements.
 * @throws AppError forbidden
 */
export async function readProposalQueue(context: Context, query: QueueQuery): Promise<ProposalQueue> {
  authorize(context.actor, "read", "proposals");
  const { connection, locale, actor } = context;
  const visibilities = visibilitiesOf(actor);
  const words = recordWords(locale);
  const { type = null, runde_id = null, kind = null, field = null } = query;
  const [{ rows, total }, counts, recordCount, titel] = await Promise.all([
    listProposals(context, { ...query, pageSize: QUEUE_PAGE_SIZE }),
    countsByFilter(context, query, visibilities),
    countProposedRecords(connection, query, visibilities),
    runde_id === null ? null : titleOfRound(context, runde_id),
  ]);
  const records = [...new Map(rows.map(({ kind, id }) => [recordKey(kind, id), { kind, id }])).values()];
  const withSuccessor = rows
    .filter(({ source }) => source.type === "round" && source.successor)
    .map(({ proposal_id }) => proposal_id);
  const [stored, totals, origins, options] = await Promise.all([
    storedValues(context, rows),
    rows.length > 0 ? countsByRecord(connection, query, records, visibilities) : [],
    findOrigins(connection, withSuccessor),
    findOptionsWithDeleted(context, listsOf(rows)),
  ]);
  const originOf = new Map(origins.map((origin) => [origin.proposal_id, origin]));
  const totalOf = new Map(totals.map(({ kind, id, count }) => [recordKey(kind, id), count]));
  const proposalNames = proposalWords(locale, options);
  const proposed = proposedRecords(rows, {
    ...proposalNames,
    storedOf: (kind, id) => stored.get(recordKey(kind, id)) ?? null,
    totalOf: (kind, id) => totalOf.get(recordKey(kind, id)) ?? 0,
    successionOf: (row) => successionOf(row, originOf.get(row.proposal_id)),
  });
  const kindName = (path: string) => {
    const definition = definitionOfPath(path);
    return definition ? words(`${definition.name}.many`) : path;
  };
  const fieldName = ({ kind, field }: FilterValue) => {
    if (field === null) return "";
    // Without a kind, the field is named after the first kind that has it.
    const definition =
      kind === null ? allDefinitions.find(({ fields }) => Object.hasOwn(fields, field)) : definitionOfPath(kind);
    return definition ? proposalNames.fieldLabel(definition, field) : field;
  };
  return {
    ...{ records: proposed, shown: rows.length, total, recordCount },
    choices: choicesOf(counts, {
      query,
      chosen: { type, runde_id, titel, kind, field },
      labels: {
        // The page names the types.
        type: ({ type: source }) => source ?? "",
        runde_id: (round) => round.titel ?? `#${round.runde_id}`,
        kind: ({ kind: path }) => kindName(path ?? ""),
        field: fieldName,
      },
    }),
    of: query.id === undefined ? null : (proposed[0]?.label ?? `#${query.id}`),
  };
}
