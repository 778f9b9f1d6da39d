import fc from "fast-check";
import { expect, it } from "vitest";
import { implausibleSql, type Plausibility } from "@/lib/model/fields/plausible";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { Prisma } from "@/generated/prisma/client";
import { createInstitution, createMember } from "../../support/factories";
import { loggedIn } from "../../support/api";

/*
 * Implausible addresses: SQL and JavaScript apply the same patterns
 * (`lib/model/fields/plausible.ts`) with the same results, and SQL uses an index.
 */

const addresses = allDefinitions.flatMap(({ table, fields }) =>
  Object.entries(fields).flatMap(([name, { plausibility }]) => (plausibility ? [{ table, name, plausibility }] : [])),
);

const matchesInJavaScript = ({ must, never }: Plausibility, text: string) =>
  text !== "" && (!new RegExp(must, "i").test(text) || never.test(text));

it("the database evaluates the plausibility expressions like JavaScript", async () => {
  const fragment = fc.constantFrom(
    ..."aZ9äß-_.@/:?# ',\\(\u00a0\u200b\u3000к日",
    ...["http://", "https://", "www.", "uni", ".de", "example.org", ".test", "@", "xn--", ":80"],
  );
  const texts = fc.sample(
    fc.array(fragment, { maxLength: 9 }).map((fragments) => fragments.join("")),
    4_000,
  );
  for (const plausibility of new Map(
    addresses.map((address) => [String(address.plausibility.must), address.plausibility]),
  ).values()) {
    const rows = await db().$queryRaw<{ text: string; found: boolean }[]>`
      SELECT given.text, (${Prisma.raw(implausibleSql(plausibility, "given.text"))}) AS found
      FROM unnest(${texts}::text[]) AS given(text)`;
    const mismatches = rows.filter(({ text, found }) => found !== matchesInJavaScript(plausibility, text));
    expect(mismatches).toEqual([]);
    expect(new Set(rows.map(({ found }) => found)).size).toBe(2);
  }
});

it("lists filter implausible values with the operator `plausible`", async () => {
  const api = await loggedIn();
  const implausible = await createInstitution(db(), { webseite: "http://http://uni.de" });
  const empty = await createInstitution(db(), { webseite: "" });
  const plausible = await createInstitution(db(), { webseite: "www.uni.de" });
  const found = async (text: string) => {
    const { json } = await api.get<{ total: number; data: { partner_institution_id: number }[] }>(
      `/api/institutions?pageSize=100&where[webseite][plausible]=${text}`,
    );
    expect(json.total).toBe(json.data.length);
    const ids = json.data.map(({ partner_institution_id: id }) => id);
    return [implausible, empty, plausible].map((id) => ids.includes(id));
  };
  expect(await found("false")).toEqual([true, false, false]);
  expect(await found("true")).toEqual([false, true, true]);
  const member = await createMember(db());
  await db().$executeRaw`UPDATE members SET email = 'müller@uni.de' WHERE ph_id = ${member}`;
  const { json } = await api.get<{ data: { ph_id: number }[] }>("/api/members?where[email][plausible]=false");
  expect(json.data.map(({ ph_id }) => ph_id)).toContain(member);
  for (const query of ["where[webseite][plausible]=no", "where[name][plausible]=true"])
    expect((await api.get(`/api/institutions?${query}`)).status).toBe(422);
});

it.each(addresses)("an index is used for the filter of $name in $table", async ({ table, name, plausibility }) => {
  const plan = await db().$transaction(async (transaction) => {
    // The planner prefers sequential scans for tables with few rows.
    await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
    return transaction.$queryRawUnsafe<object[]>(
      `EXPLAIN SELECT count(*) FROM "${table}" r WHERE (${implausibleSql(plausibility, `r."${name}"`)})`,
    );
  });
  expect(JSON.stringify(plan)).toContain(`${table}_${name}_doubtful_idx`);
});
