import { randomUUID } from "node:crypto";
import { groupBy } from "@/lib/model/pure/group-by";
import type { AdoptedContact, AdoptedContacts } from "../quality-answers";
import { BULK_MAX_RECORDS } from "@/lib/model/limits";
import { isNameOf, looksLikeName, withoutTitles } from "@/lib/features/duplicates/record-matching/contact-names";
import { dayOf } from "@/lib/model/fields/moments";
import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { linkStateOn } from "@/lib/model/kinds/link-states";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { linkListOf, roleGroupOf, type LinkList, type Relation } from "@/lib/model/kinds/relations";
import { valuesOfTyped } from "@/lib/model/kinds/typed-name";
import { entryGroups, referenceOptions, type Option } from "@/lib/model/reference-lists/reference-lists";
import { isAllowed } from "@/lib/base/access/permissions";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import { inTransaction, type Context } from "@/lib/store/database/transaction";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { isChange, type Edit } from "@/lib/store/records/edit";
import { planEdits, planLocked } from "@/lib/store/records/plan-edits";
import { idsIn, referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { contactCandidates, type Candidate } from "./contacts-sql";

/*
 * Contact persons that records name in free text become links with a role (contract §13), or new
 * records.
 */

/** Timeout of adopting contacts in milliseconds, as of a bulk change. */
const TIMEOUT_MS = 60_000;

/** Returns the role of contact persons: the first active one that makes its holder responsible and that several may have. */
async function contactRole({ connection, locale }: Context, relation: Relation): Promise<Option | null> {
  const list = relation.fields?.[relation.roles?.field ?? ""]?.reference;
  const groups = list && entryGroups(list);
  if (!groups) return null;
  const { [list]: roles } = await referenceListsByName(
    connection,
    [list],
    ["active", "eindeutig", "zustaendig", groups.column],
  );
  const group = roleGroupOf(relation);
  const role = roles.find(
    (entry) => entry.active === true && entry.zustaendig === true && !entry.eindeutig && entry[groups.column] === group,
  );
  return (role && referenceOptions(list, [role], locale)[0]) ?? null;
}

const rolesIn = ({ roles }: Relation, values: AnyRow) => idsIn(values[roles?.field ?? ""]);

/**
 * Returns the person whom each record names, where this is exactly one of those linked. Former links
 * do not count.
 */
function namedPersons({ relation }: LinkList, candidates: readonly Candidate[]): Candidate[] {
  const today = dayOf(new Date());
  const named = candidates.filter(
    ({ text, name, values }) => linkStateOn(relation, values, today) !== "former" && isNameOf(text, name),
  );
  return [...groupBy(named, ({ id }) => id).values()].flatMap((ofRecord) => (ofRecord.length === 1 ? ofRecord : []));
}

/** What a record's page offers about the contact person that the record names in free text. */
export type ContactOffer =
  | { offers: "role"; list: LinkList; person: Option; role: Option; roles: readonly number[] }
  | { offers: "person"; list: LinkList; name: string; values: Readonly<Record<string, string>> };

/**
 * Returns what can be done about the contact person that a record names in free text: give the role
 * to the linked person, or create a person with the record's address; null if there is nothing.
 */
export async function findContactOffer(
  context: Context,
  definition: AnyDefinition,
  id: number,
  record: AnyRow,
): Promise<ContactOffer | null> {
  const { contact } = definition;
  const text = contact ? String(record[contact.field]) : "";
  if (!contact || text === "" || !isAllowed(context.actor, "write", definition.name)) return null;
  const { connection, locale } = context;
  const list = linkListOf(definition.name, contact.list);
  const candidates = await contactCandidates(connection, definition, locale, id);
  if (candidates.some(({ name }) => isNameOf(text, name))) {
    const named = namedPersons(list, candidates).at(0);
    const role = named && (await contactRole(context, list.relation));
    const roles = named ? rolesIn(list.relation, named.values) : [];
    if (!named || !role || roles.includes(role.id)) return null;
    return { offers: "role", list, person: { id: named.person, label: named.name }, role, roles };
  }
  const known = contact.copies.filter((copy) => record[copy]);
  if (known[0] !== contact.copies[0] || !looksLikeName(text)) return null;
  const copied = Object.fromEntries(known.map((copy) => [copy, String(record[copy])]));
  const name = withoutTitles(text);
  return {
    offers: "person",
    list,
    name,
    values: { ...copied, ...valuesOfTyped(definitionOf(list.other.kind), name, locale) },
  };
}

/** Returns the edit that adds a role to the link of a named person. */
function editOf(sides: LinkList, { id, person }: Candidate, role: Option): Edit {
  const { relation } = sides;
  const today = dayOf(new Date());
  const withRole = (stored: AnyRow): AnyRow => {
    if (!relation.roles || linkStateOn(relation, stored, today) === "former") return {};
    return { [relation.roles.field]: [...new Set([...rolesIn(relation, stored), role.id])].sort((a, b) => a - b) };
  };
  return { id, links: [{ sides, set: new Map([[person, withRole]]) }] };
}

/** Plans the roles of the contact persons that records of one kind name. */
async function planContacts(context: Context, definition: AnyDefinition, plan: typeof planEdits) {
  const { contact, name, apiPath } = definition;
  const list = contact && linkListOf(name, contact.list);
  const role = list && (await contactRole(context, list.relation));
  if (!list || !role) return { plans: [], changes: [], more: false };
  const candidates = await contactCandidates(context.connection, definition, context.locale, null);
  const missing = namedPersons(list, candidates).filter(
    ({ values }) => !rolesIn(list.relation, values).includes(role.id),
  );
  const adopted = new Map(missing.slice(0, BULK_MAX_RECORDS).map((candidate) => [candidate.id, candidate]));
  const edits = [...adopted.values()].map((candidate) => editOf(list, candidate, role));
  const plans = (await plan(context, definition, edits)).plans.filter(isChange);
  const changes = plans.flatMap(({ edit }): AdoptedContact[] => {
    const named = adopted.get(Number(edit.id));
    if (!named) return [];
    const person = { id: named.person, label: named.name };
    return [{ kind: apiPath, id: named.id, label: named.label, person, role: role.label }];
  });
  return { plans, changes, more: missing.length > adopted.size };
}

const resultOf = (planned: readonly Awaited<ReturnType<typeof planContacts>>[]): AdoptedContacts => ({
  changes: planned.flatMap(({ changes }) => changes),
  more: planned.some(({ more }) => more),
  batch: null,
});

/**
 * Gives the role of a contact person to all linked persons whom records name in free text. Links that
 * have the role, former links and names that several linked persons have are left as they are.
 * @param isPreview returns what would change, and writes nothing
 * @throws AppError forbidden, also where the account has lost its rights before the commit
 */
export async function adoptContacts(context: Context, isPreview: boolean): Promise<AdoptedContacts> {
  const named = allDefinitions.filter(({ contact }) => contact);
  if (isPreview) {
    const planned = [];
    for (const definition of named) planned.push(await planContacts(context, definition, planEdits));
    return resultOf(planned);
  }
  const batch = randomUUID();
  return inTransaction(
    { ...context, batch },
    async (unit) => {
      const planned = [];
      for (const definition of named) {
        const one = await planContacts(unit, definition, (_, ...rest) => planLocked(unit, ...rest));
        await applyPlans(unit, definition, one.plans);
        await recheckPermission(unit, "write", definition.name);
        planned.push(one);
      }
      const result = resultOf(planned);
      return { ...result, batch: result.changes.length > 0 ? batch : null };
    },
    TIMEOUT_MS,
  );
}
