import { describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { join, sql } from "@/lib/store/database/sql";
import { contains, forAnyWord } from "@/lib/store/sql/text-search";
import { createMember } from "../../../support/factories";
import { loggedIn } from "../../../support/api";

/** Numbers from 0 to below 1, the same in each run. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ; state = (state * 48271) % 2147483647) yield state / 2147483647;
}

/** Random texts of vowels and umlauts, which collapsing changes, each with a word to search it for. */
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

describe("a word", () => {
  it.each([
    ["planned for the word", undefined],
    ["planned for any word", forAnyWord],
  ])("is in a text where it is in its unaccented or its collapsed form, %s", async (_, pattern) => {
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

  it("of ASCII characters folds as unaccent and lower do", async () => {
    const rows = await db().$queryRaw<{ code: number }[]>`
      SELECT code FROM generate_series(1, 127) AS code
      WHERE fold_text(chr(code)) IS DISTINCT FROM
        lower(public.unaccent('public.unaccent', chr(code)) COLLATE "und-x-icu")`;
    expect(rows).toEqual([]);
  });
});

describe("the search columns of a record", () => {
  const columns = sql`suche, suche_kompakt, namen, suche_verknuepft, suche_verknuepft_kompakt, institut_name_de`;

  it("are recomputed when a statement writes them", async () => {
    const id = await createMember(db(), { vorname: "Zoë", nachname: "Großmüller" });
    const read = () => db().$queryRaw`SELECT ${columns} FROM members WHERE ph_id = ${id}`;
    const before = await read();
    for (const column of ["suche_kompakt", "namen", "institut_name_de"]) {
      await db().$executeRawUnsafe(`UPDATE members SET ${column} = 'x' WHERE ph_id = ${id}`);
      expect(await read(), column).toEqual(before);
    }
  });

  it("have one line per label field, by which typeahead ranks hits", async () => {
    const api = await loggedIn();
    await createMember(db(), { vorname: "Ulf\nUwe", nachname: "Quastenflosser" });
    await createMember(db(), { vorname: "Ada Ulf", nachname: "Uwe Quast" });
    const { json } = await api.get<unknown>("/api/members_search?search=Ulf%20Uwe%20Qua");
    expect(json).toMatchObject([{ nachname: "Quastenflosser" }, { nachname: "Uwe Quast" }]);
  });
});
