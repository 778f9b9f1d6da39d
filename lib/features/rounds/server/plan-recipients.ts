import { groupBy } from "@/lib/model/pure/group-by";
import { CONFIRMER_MAX_LENGTH } from "@/lib/model/fields/confirmation";
import { isEmail } from "@/lib/model/fields/text";
import { dayOf } from "@/lib/model/fields/moments";
import type { WithoutAddress } from "../round-answers";
import { recipientSourcesOf, ROUND_MAX_RECORDS, type RoundValues } from "../round";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { definitionOf, definitionOfPath } from "@/lib/model/kinds/registry";
import { linkListOf } from "@/lib/model/kinds/relations";
import type { ListQuery } from "@/lib/model/lists/list-query";
import { withDays } from "@/lib/model/lists/relative-days";
import type { Context } from "@/lib/store/database/transaction";
import { invalid } from "@/lib/base/errors/errors";
import { readQueryText } from "@/lib/store/records/find-records";
import { matchingIds, recordLabels } from "@/lib/store/sql/list-records";
import { linkedAddresses, ownAddresses } from "./asked-sql";

type PlannedRecord = { id: number; label: string };

/** A recipient that a round has or would have, with the records that it is asked about. */
type PlannedRecipient = {
  /** In lower case. */
  email: string;
  name: string;
  /** The record with this address: its kind's API path and key; null where several have it. */
  person: { kind: string; id: number } | null;
  records: PlannedRecord[];
};

/** The recipients of a round, by their names, and the records without a recipient. */
export type RecipientPlan = { recipients: PlannedRecipient[]; without_address: WithoutAddress[] };

/**
 * Parses the list query of a round: that of the kind's list, which may be limited to chosen records
 * (`ids`), and whose days may be relative to today, as in saved views.
 * @throws AppError validation_failed with all mistakes under `query`
 */
export function readRoundQuery(context: Context, definition: AnyDefinition, text: string): Promise<ListQuery> {
  const parameters = withDays(new URLSearchParams(text), dayOf(new Date()));
  return readQueryText(context, definition, "query", parameters);
}

/**
 * Returns the keys of a round's records.
 * @throws AppError validation_failed for an invalid query, or for more than `ROUND_MAX_RECORDS`
 */
export async function findRoundRecords(context: Context, definition: AnyDefinition, text: string): Promise<number[]> {
  const query = await readRoundQuery(context, definition, text);
  const ids = await matchingIds(context.connection, definition, query, ROUND_MAX_RECORDS + 1);
  if (ids.length > ROUND_MAX_RECORDS) throw invalid({ query: ["max"] });
  return ids;
}

type RecordRequest = { kind: string; person_id: number; label: string; email: string; record: PlannedRecord };

/** Joins the names of those who share an address, as many as fit. */
function joinedNames(labels: Iterable<string>): string {
  const [first = "", ...more] = new Set(labels);
  return more.reduce(
    (name, label) => {
      const longer = `${name}, ${label}`;
      return longer.length > CONFIRMER_MAX_LENGTH ? name : longer;
    },
    first.slice(0, CONFIRMER_MAX_LENGTH),
  );
}

const collator = new Intl.Collator("de");
const byLabel = (a: PlannedRecord, b: PlannedRecord) => collator.compare(a.label, b.label) || a.id - b.id;

/** Makes one recipient of each address, with all its records. */
function byAddress(requests: readonly RecordRequest[]): PlannedRecipient[] {
  const addresses = groupBy(requests, ({ email }) => email.toLowerCase());
  const recipients = [...addresses].map(([email, all]): PlannedRecipient => {
    const persons = new Map(all.map((one) => [`${one.kind} ${one.person_id}`, one]));
    const [only, ...others] = persons.values();
    return {
      email,
      name: joinedNames([...persons.values()].map(({ label }) => label)),
      person: only && others.length === 0 ? { kind: only.kind, id: only.person_id } : null,
      records: [...new Map(all.map(({ record }) => [record.id, record])).values()].sort(byLabel),
    };
  });
  return recipients.sort((a, b) => collator.compare(a.name, b.name) || (a.email < b.email ? -1 : 1));
}

async function requestsToSelf(
  { connection, locale }: Context,
  definition: AnyDefinition,
  field: string,
  ids: number[],
) {
  const rows = await ownAddresses(connection, definition, field, ids, locale);
  const requests: RecordRequest[] = [];
  const withoutAddress: WithoutAddress[] = [];
  for (const { id, label, email, is_shared } of rows) {
    const isValid = isEmail(email);
    if (isValid && !is_shared)
      requests.push({ kind: definition.apiPath, person_id: id, label, email, record: { id, label } });
    else withoutAddress.push({ kind: definition.apiPath, id, label, reason: isValid ? "shared" : "none" });
  }
  return { requests, withoutAddress };
}

async function requestsToLinked(
  { connection, locale }: Context,
  definition: AnyDefinition,
  list: string,
  ids: number[],
  withMainContacts: boolean,
) {
  const links = linkListOf(definition.name, list);
  const child = definitionOf(links.other.kind);
  const field = child.confirmation?.self;
  if (field === undefined) throw new Error(`${child.name} has no address of its own`);
  const labels = new Map(
    (await recordLabels(connection, definition, ids, locale)).map(({ id, label }) => [id, label] as const),
  );
  const rows = await linkedAddresses(connection, links, field, ids, { withMainContacts, locale });
  const requests = rows.flatMap(({ id, email, ...person }): RecordRequest[] => {
    const label = labels.get(id);
    return label !== undefined && isEmail(email)
      ? [{ ...person, kind: child.apiPath, email, record: { id, label } }]
      : [];
  });
  const reachedIds = new Set(requests.map(({ record }) => record.id));
  const withoutAddress = [...labels].flatMap(([id, label]): WithoutAddress[] =>
    reachedIds.has(id) ? [] : [{ kind: definition.apiPath, id, label, reason: "none" }],
  );
  return { requests, withoutAddress };
}

/**
 * Finds out who is asked about which records (contract §15), with a fixed number of statements. Each
 * address, compared without case, is one recipient, named after all who have it.
 * @throws AppError validation_failed for a query that is no longer valid or selects too many records
 */
export async function planRecipients(
  context: Context,
  { kind, an, query }: Pick<RoundValues, "kind" | "an" | "query">,
): Promise<RecipientPlan> {
  const definition = definitionOfPath(kind);
  const from = definition?.confirmation?.[an];
  if (!definition || from === undefined || !recipientSourcesOf(definition).includes(an))
    throw invalid({ an: ["exists"] });
  const ids = await findRoundRecords(context, definition, query);
  const { requests, withoutAddress } =
    an === "self"
      ? await requestsToSelf(context, definition, from, ids)
      : await requestsToLinked(context, definition, from, ids, an === "contacts");
  return { recipients: byAddress(requests), without_address: withoutAddress };
}
