import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { join, sql } from "@/lib/store/database/sql";
import { contains, genericLikePattern } from "@/lib/store/sql/text-search";
import { createMember } from "../../../support/factories";
import { loggedIn } from "../../../support/api";

/** Yields the same pseudorandom numbers from 0 to below 1 in each run. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 48271) % 2147483647) yield state / 2147483647;
}

/** Random texts of vowels and umlauts, which collapsing changes, each with a word to search for. */
function textsWithWords(count: number): { text: string; word: string }[] {
  const numbers = randomNumbers(1);
  const number = (below: number) => Math.floor((numbers.next().value as number) * below);
  const letters = (longest: number) =>
    Array.from({ length: 1 + number(longest) }, () => "aoueeesäöüéß"[number(12)] ?? "").join("");
  return Array.from({ length: count }, () => {
    const text = letters(9);
    const start = number(text.length);
    return { text, word: number(3) === 0 ? letters(4) : text.slice(start, start + 1 + number(5)) };
  });
}

describe("folded words", () => {
  it.each([
    ["planned for the word", undefined],
    ["planned for any word", genericLikePattern],
  ])("a word is found in a text in its unaccented or its collapsed form, %s", async (_, pattern) => {
    const cases = textsWithWords(1500);
    const folded = sql`fold_text(text)`;
    const tests = cases.map(
      ({ text, word }) => sql`SELECT ${word}::text AS word, text,
        ${contains(folded, sql`fold_umlauts(${folded})`, word, pattern)} AS found,
        (strpos(${folded}, fold_text(${word})) > 0
          OR strpos(fold_umlauts(${folded}), fold_umlauts(fold_text(${word}))) > 0) AS expected
      FROM (SELECT ${text}::text AS text) AS given`,
    );
    const rows: { found: boolean; expected: boolean }[] = [];
    for (let start = 0; start < tests.length; start += 300) {
      rows.push(...(await db().$queryRaw<typeof rows>(join(tests.slice(start, start + 300), " UNION ALL "))));
    }
    expect(rows.filter(({ found, expected }) => found !== expected)).toEqual([]);
    expect(rows.filter(({ expected }) => expected).length).toBeGreaterThan(rows.length / 3);
  });

  it("fold_text folds ASCII characters like unaccent and lower", async () => {
    const rows = await db().$queryRaw<{ code: number }[]>`
      SELECT code FROM generate_series(1, 127) AS code
      WHERE fold_text(chr(code)) IS DISTINCT FROM
        lower(public.unaccent('public.unaccent', chr(code)) COLLATE "und-x-icu")`;
    expect(rows).toEqual([]);
  });
});

describe("search columns of records", () => {
  const columns = sql`suche, suche_kompakt, namen, suche_verknuepft, suche_verknuepft_kompakt, institut_name_de`;

  it("search columns are recomputed when a statement writes them", async () => {
    const id = await createMember(db(), { vorname: "Zoë", nachname: "Großmüller" });
    const read = () => db().$queryRaw`SELECT ${columns} FROM members WHERE ph_id = ${id}`;
    const before = await read();
    for (const column of ["suche_kompakt", "namen", "institut_name_de"]) {
      await db().$executeRawUnsafe(`UPDATE members SET ${column} = 'x' WHERE ph_id = ${id}`);
      expect(await read(), column).toEqual(before);
    }
  });

  it("search columns have one line per label field, by which typeahead ranks hits", async () => {
    const api = await loggedIn();
    await createMember(db(), { vorname: "Ulf\nUwe", nachname: "Quastenflosser" });
    await createMember(db(), { vorname: "Ada Ulf", nachname: "Uwe Quast" });
    const { json } = await api.get<unknown>("/api/members_search?search=Ulf%20Uwe%20Qua");
    expect(json).toMatchObject([{ nachname: "Quastenflosser" }, { nachname: "Uwe Quast" }]);
  });
});
