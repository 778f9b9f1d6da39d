import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { otherColumn, roleGroupOf, type Relation } from "@/lib/model/kinds/relations";
import { text, type Part } from "./types";

/*
 * Triggers that maintain `link_roles`, a table with one row for each role of a link: it has the
 * foreign key to the roles, and the constraint that the periods of a unique role never overlap.
 */

const { table: ROLES, key: KEY } = referenceLists.verknuepfungsrollen;

const body = (...statements: string[]) => ["BEGIN", ...statements, "    RETURN NULL;", "END"].join("\n");
const statement = (rows: string, name: string) => `REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`;

/**
 * Builds the triggers that derive the roles of a relation's links. They read whether a role is
 * unique under a lock, so that no other transaction can change this at the same time.
 */
export function roleTriggers(relation: Relation): Part[] {
  const { table, roles, period } = relation;
  if (!roles || !period) return [];
  const group = text(roleGroupOf(relation));
  const [field, scope, other] = [roles.field, roles.scope, otherColumn(relation, roles.scope)];
  const each = (rows: string) => `${rows} AS l, unnest(l."${field}") AS named(id)`;
  // EXECUTE makes a new plan for the actual rows, of which there may be one or 100,000.
  const ifAny = (rows: string, sql: string) =>
    `    IF EXISTS (SELECT FROM ${rows} WHERE "${field}" <> '{}') THEN\n        EXECUTE $sql$\n${sql}\n        $sql$;\n    END IF;`;
  const remove = (rows: string) =>
    `            DELETE FROM link_roles k USING ${each(rows)}\n` +
    `            WHERE k.${KEY} = named.id AND k.scope_id = l."${scope}" AND k.other_id = l."${other}"`;
  const add = (rows: string) =>
    [
      "            WITH locked AS MATERIALIZED (",
      `                SELECT ${KEY}, eindeutig FROM ${ROLES} WHERE ${KEY} IN (SELECT named.id FROM ${each(rows)}) ORDER BY ${KEY} FOR SHARE`,
      "            )",
      `            INSERT INTO link_roles (${KEY}, relation, scope_id, other_id, zeitraum, eindeutig)`,
      `            SELECT named.id, ${group}, l."${scope}", l."${other}", daterange(l."${period.from}", l."${period.to}", '[]'),`,
      "                coalesce(locked.eindeutig, false)",
      `            FROM ${each(rows)} LEFT JOIN locked ON locked.${KEY} = named.id`,
    ].join("\n");
  const columns = [scope, other, field, period.from, period.to].map((name) => `"${name}"`).join(", ");
  const onlyIn = (rows: string, otherRows: string) =>
    `(SELECT ${columns} FROM ${rows} EXCEPT SELECT ${columns} FROM ${otherRows})`;
  const name = (event: string) => `${table}_roles_${event}`;
  const functions = [
    { name: name("come"), body: body(ifAny("come", add("come"))) },
    { name: name("gone"), body: body(ifAny("gone", remove("gone"))) },
    {
      name: name("changed"),
      body: body(ifAny("gone", remove(onlyIn("gone", "come"))), ifAny("come", add(onlyIn("come", "gone")))),
    },
    { name: name("none"), body: body(`    DELETE FROM link_roles WHERE relation = ${group};`) },
  ];
  const trigger = (event: string, when: string, calls: string) => ({ name: name(event), table, when, calls });
  const triggers = [
    trigger("come", "AFTER INSERT", statement("NEW TABLE AS come", name("come"))),
    trigger("gone", "AFTER DELETE", statement("OLD TABLE AS gone", name("gone"))),
    trigger("changed", "AFTER UPDATE", statement("OLD TABLE AS gone NEW TABLE AS come", name("changed"))),
    trigger("none", "AFTER TRUNCATE", `STATEMENT EXECUTE FUNCTION ${name("none")}()`),
  ];
  return [{ functions, triggers }];
}

/** Builds the trigger that applies a change of a role's uniqueness to the links that have the role. */
export const uniquenessTrigger = (): Part => ({
  functions: [
    {
      name: "link_roles_uniqueness",
      body: body(`    UPDATE link_roles SET eindeutig = NEW.eindeutig WHERE ${KEY} = NEW.${KEY};`),
    },
  ],
  triggers: [
    {
      name: "link_roles_uniqueness",
      table: ROLES,
      when: "AFTER UPDATE",
      calls: "ROW WHEN (OLD.eindeutig IS DISTINCT FROM NEW.eindeutig) EXECUTE FUNCTION link_roles_uniqueness()",
    },
  ],
});
