import fc from "fast-check";
import pg from "pg";
import { describe, expect, it } from "vitest";
import { nameStatement } from "./statements";

describe("nameStatement", () => {
  it.each([
    ["SELECT 1", "SELECT", undefined],
    ['SELECT "public"."users"."id" FROM "public"."users" WHERE ("public"."users"."id" = $1)', "SELECT", "users"],
    ["SELECT (SELECT array_agg(x) FROM member_facilities WHERE (a = (b))) AS f FROM members m", "SELECT", "members"],
    ["WITH found AS (SELECT id FROM persons) SELECT * FROM found", "WITH", "persons"],
    ["  insert into pgboss.job (name) VALUES ($1)", "INSERT", undefined],
    ["INSERT INTO pgboss.job (name) VALUES ($1)", "INSERT", "job"],
    ["UPDATE members SET nachname = $1", "UPDATE", "members"],
    ["DELETE FROM sessions WHERE id = $1", "DELETE", "sessions"],
    ["BEGIN; SELECT set_config('cooperation.actor', 'x from FROM members', true)", "BEGIN", undefined],
    ["SELECT 1 -- don't\n, ' FROM mueller '", "SELECT", undefined],
    ["EXPLAIN SELECT 1", "SQL", undefined],
    ["", "SQL", undefined],
  ])("nameStatement names %j", (text, verb, table) => expect(nameStatement(text)).toEqual({ verb, table }));

  it("a statement's name contains nothing from literals", () => {
    const text = fc.oneof(
      fc.string(),
      fc
        .array(fc.constantFrom("'", "\\", " FROM secret ", "INTO secret", "--", "/*", "*/", "(", ")", "$1", "x"))
        .map((parts) => parts.join("")),
    );
    fc.assert(
      fc.property(text, text, (one, two) => {
        const literals = [one, two].map((value) => pg.escapeLiteral(value));
        const named = nameStatement(
          `SELECT f(${literals.join(", ")}), ${literals[0]} FROM members WHERE a = ${literals[1]}`,
        );
        expect(named).toEqual({ verb: "SELECT", table: "members" });
      }),
    );
  });
});
