import type { Locale } from "@/lib/model/messages/i18n";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import type { LinkList } from "@/lib/model/kinds/relations";
import { definitionOf } from "@/lib/model/kinds/registry";
import type { Connection } from "@/lib/store/database/client";
import { empty, sql } from "@/lib/store/database/sql";
import { hasRoleFlag, identifier, isCurrentLink, labelOf } from "@/lib/store/sql/fragments";

/** A record with its own address. `is_shared` if another record of the kind has the same address. */
export type OwnAddress = { id: number; label: string; email: string; is_shared: boolean };

/**
 * Reads the addresses of records that can be asked about themselves.
 * @param field the field with the address
 */
export function ownAddresses(
  connection: Connection,
  definition: AnyDefinition,
  field: string,
  ids: readonly number[],
  locale: Locale,
): Promise<OwnAddress[]> {
  const [table, key, email] = [identifier(definition.table), identifier(definition.key), identifier(field)];
  return connection.$queryRaw`
    WITH requested AS MATERIALIZED (
      SELECT r.${key} AS id, ${labelOf(definition, locale)} AS label, btrim(r.${email}) AS email
      FROM ${table} r WHERE r.${key} = ANY(${ids}::int[])),
    counted AS (
      SELECT lower(btrim(o.${email})) AS email, count(*) AS uses FROM ${table} o
      WHERE lower(btrim(o.${email})) IN (SELECT lower(email) FROM requested WHERE email <> '') GROUP BY 1)
    SELECT requested.id, requested.label, requested.email, coalesce(counted.uses > 1, false) AS is_shared
    FROM requested LEFT JOIN counted ON counted.email = lower(requested.email) ORDER BY requested.id`;
}

/** A record that is asked about another one (`id`). */
export type LinkedAddress = { id: number; person_id: number; label: string; email: string };

/** Whose links count: those with a role that is responsible or, of contacts, also the main contact. */
const RESPONSIBLE_FLAG = "zustaendig";
const MAIN_CONTACT = "hauptkontakt";

/**
 * Reads the addresses of the records in a link list that are asked about the records `ids`: their
 * links are current and responsible.
 * @param field the field with the address
 */
export function linkedAddresses(
  connection: Connection,
  { relation, own, other }: LinkList,
  field: string,
  ids: readonly number[],
  { withMainContacts, locale }: { withMainContacts: boolean; locale: Locale },
): Promise<LinkedAddress[]> {
  const child = definitionOf(other.kind);
  const [key, ownKey] = [identifier(child.key), identifier(own.column)];
  const orMain = withMainContacts ? sql`OR l.${identifier(MAIN_CONTACT)}` : empty;
  return connection.$queryRaw`
    SELECT l.${ownKey} AS id, r.${key} AS person_id, ${labelOf(child, locale)} AS label,
      btrim(r.${identifier(field)}) AS email
    FROM ${identifier(relation.table)} l JOIN ${identifier(child.table)} r ON r.${key} = l.${identifier(other.column)}
    WHERE l.${ownKey} = ANY(${ids}::int[]) AND ${isCurrentLink(relation)}
      AND (${hasRoleFlag(relation, RESPONSIBLE_FLAG)} ${orMain})
    ORDER BY r.${key}`;
}
