import { beforeAll, describe, expect, it } from "vitest";
import { foldCollapsed, unaccent } from "@/lib/model/pure/fold";
import { db } from "@/lib/store/database/client";
import {
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

/*
 * The parameter `filter` searches exactly these fields of each kind (contract §2), which are listed
 * here by hand.
 */

type Body = Record<string, unknown>;

const kinds = {
  members: {
    key: "ph_id",
    searched: "vorname nachname email telefon kommentare",
    others: "adresse ph_webseite",
    values: memberValues as (overrides?: Body) => Body,
  },
  projects: {
    key: "projekt_id",
    searched: "projekt_titel foerderer kommentare",
    others: "kuendigungsfrist foerderer_link mittelvolumen drittelmittelanteil projektwebsite",
    values: projectValues as (overrides?: Body) => Body,
  },
  institutions: {
    key: "partner_institution_id",
    searched: "name abteilung kontaktperson branchen adresse email telefon kommentare",
    others: "webseite",
    values: institutionValues as (overrides?: Body) => Body,
  },
  persons: {
    key: "person_id",
    searched: "vorname nachname email telefon abteilung position kommentare",
    others: "adresse ph_webseite",
    values: personValues as (overrides?: Body) => Body,
  },
  thematicfields: {
    key: "themenfeld_id",
    searched: "themenfeld_de themenfeld_en",
    others: "",
    values: thematicFieldValues as (overrides?: Body) => Body,
  },
} as const;

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const create = async (path: keyof typeof kinds, values: Body) =>
  (await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, values)).json.data.lastId;

/** Returns the keys of the records that a text filter finds. */
async function found(path: keyof typeof kinds, filter: string): Promise<unknown[]> {
  const { json } = await api.get<{ data: Body[] }>(`/api/${path}?filter=${encodeURIComponent(filter)}`);
  return json.data.map((row) => row[kinds[path].key]);
}

/** Returns a unique valid text for a field, and the text to search for, in a different spelling. */
function textFor(path: string, field: string, mark: string) {
  const word = `${mark}${path}${field.replaceAll("_", "")}`;
  if (/email/.test(field)) return { text: `${word}@example.org`, typed: word.toUpperCase() };
  if (/web|link/.test(field)) return { text: `https://example.org/${word}`, typed: word };
  return { text: `Ü${word}`, typed: `ue${word}` };
}

const names = (list: string) => list.split(" ").filter(Boolean);

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])("the filter of %s", (path) => {
  const { searched, values } = kinds[path];

  it.each(names(searched))("the filter finds a word of %s after creation and after a change", async (field) => {
    const [first, second] = [textFor(path, field, "zqerst"), textFor(path, field, "zqdann")];
    const id = await create(path, values({ [field]: first.text }));
    expect(await found(path, first.typed)).toEqual([id]);
    expect((await api.put(`/api/${path}/${id}`, { [field]: second.text })).status).toBe(200);
    expect(await found(path, first.typed)).toEqual([]);
    expect(await found(path, second.typed)).toEqual([id]);
  });
});

const withOtherTexts = (Object.keys(kinds) as (keyof typeof kinds)[]).filter((path) => kinds[path].others);
it.each(withOtherTexts)("the filter of %s ignores other texts", async (path) => {
  const { others, values } = kinds[path];
  const texts = Object.fromEntries(names(others).map((field) => [field, textFor(path, field, "zqnie").text]));
  const id = await create(path, values(texts));
  const { json } = await api.get<{ data: Body }>(`/api/${path}/${id}`);
  expect(json.data).toMatchObject(texts);
  expect(await found(path, `zqnie${path}`)).toEqual([]);
});

describe("searched names of entries", () => {
  const LANGUAGES = ["de", "en"] as const;

  it.each(LANGUAGES)(
    "the filter finds the names of a member's institute and facilities (%s), also after a change or renaming",
    async (language) => {
      const institute = await Promise.all(
        ["zqfisch", "zqvogel"].map((word) =>
          db().institut.create({
            data: {
              institut_name_de: "Kunde",
              institut_name_en: "Studies",
              [`institut_name_${language}`]: word + language,
            },
          }),
        ),
      );
      const facilities = await Promise.all(
        ["zqwarte", "zqhalle"].map((word) =>
          db().einrichtung.create({
            data: {
              einrichtung_name_de: "Haus",
              einrichtung_name_en: "House",
              [`einrichtung_name_${language}`]: word + language,
            },
          }),
        ),
      );
      const [fish, bird] = institute.map(({ institut_id }) => institut_id);
      const [tower, fifth] = facilities.map(({ einrichtung_id }) => einrichtung_id);
      const id = await create("members", memberValues({ institut: fish, einrichtungen: [Number(tower)] }));
      expect(await found("members", `zqfisch${language} ZQWARTE${language}`)).toEqual([id]);

      await api.put(`/api/members/${id}`, { institut: bird, einrichtungen: [fifth] });
      expect(await found("members", `zqfisch${language}`)).toEqual([]);
      expect(await found("members", `zqwarte${language}`)).toEqual([]);
      expect(await found("members", `zqvogel${language} zqhalle${language}`)).toEqual([id]);

      const renamed = { [`institut_name_${language}`]: `zqkäfer${language}` };
      await db().institut.update({ where: { institut_id: Number(bird) }, data: renamed });
      const moved = { [`einrichtung_name_${language}`]: `zqkeller${language}` };
      await db().einrichtung.update({ where: { einrichtung_id: Number(fifth) }, data: moved });
      expect(await found("members", `zqvogel${language}`)).toEqual([]);
      expect(await found("members", `zqhalle${language}`)).toEqual([]);
      expect(await found("members", `zqkaefer${language} zqkeller${language}`)).toEqual([id]);
    },
  );

  it.each(LANGUAGES)(
    "the filter finds the names of a member's title and faculty (%s), also after renaming",
    async (language) => {
      const names = { titel_de: "Grad", titel_en: "Degree", [`titel_${language}`]: `zqprof${language}` };
      const { titel_id: titel } = await db().titel.create({ data: names });
      const { fakultaet_id: fakultaet } = await db().fakultaet.create({
        data: {
          fakultaet_name_de: "Fach",
          fakultaet_name_en: "Subject",
          [`fakultaet_name_${language}`]: `zqfak${language}`,
        },
      });
      const id = await create("members", memberValues({ titel, fakultaet }));
      expect(await found("members", `zqprof${language} zqfak${language}`)).toEqual([id]);
      await db().titel.update({ where: { titel_id: titel }, data: { [`titel_${language}`]: `zqdoktor${language}` } });
      const data = { [`fakultaet_name_${language}`]: `zqkunst${language}` };
      await db().fakultaet.update({ where: { fakultaet_id: fakultaet }, data });
      expect(await found("members", `zqprof${language}`)).toEqual([]);
      expect(await found("members", `zqdoktor${language} zqkunst${language}`)).toEqual([id]);
    },
  );

  it.each(LANGUAGES)(
    "the filter finds the names of a project's status (%s), also after a change or renaming",
    async (language) => {
      const [waiting, moving] = await Promise.all(
        ["zqwartend", "zqlaufend"].map((word) =>
          db().projektstatus.create({
            data: {
              projektstatus_de: "Lage",
              projektstatus_en: "State",
              [`projektstatus_${language}`]: word + language,
            },
          }),
        ),
      );
      const id = await create("projects", projectValues({ status: Number(waiting?.projektstatus_id) }));
      expect(await found("projects", `ZQWARTEND${language}`)).toEqual([id]);
      const projektstatus_id = Number(moving?.projektstatus_id);
      await api.put(`/api/projects/${id}`, { status: projektstatus_id });
      expect(await found("projects", `zqwartend${language}`)).toEqual([]);
      expect(await found("projects", `zqlaufend${language}`)).toEqual([id]);
      const data = { [`projektstatus_${language}`]: `zqstehend${language}` };
      await db().projektstatus.update({ where: { projektstatus_id }, data });
      expect(await found("projects", `zqlaufend${language}`)).toEqual([]);
      expect(await found("projects", `zqstehend${language}`)).toEqual([id]);
    },
  );
});

it("finds a word in either normal form, also one whose first letter is dropped by collapsing", async () => {
  const all = (letters: readonly string[], length: number): string[] =>
    length === 0 ? [""] : all(letters, length - 1).flatMap((start) => letters.map((letter) => start + letter));
  const letters = [...all(["a", "e", "Ü", "m"], 3), ...all(["o", "e", "m"], 3)];
  const texts = [...new Set(letters)].map((text) => `zqk${text}x`);
  const [first, ...others] = texts;
  for (const text of others)
    await create("thematicfields", thematicFieldValues({ themenfeld_de: text, themenfeld_en: "x" }));
  await create("thematicfields", thematicFieldValues({ themenfeld_de: "zqk", themenfeld_en: first }));
  const words = [1, 2, 3].flatMap((length) => [...all(["a", "E", "u", "m"], length), ...all(["o", "e"], length)]);
  for (const word of [...words, "éu", "ÄM", "uem", "ümx", "aemx", "𝐄mx", "𝐄"]) {
    const { json } = await api.get<{ data: Body[] }>(
      `/api/thematicfields?pageSize=100&filter=${encodeURIComponent(`zqk ${word}`)}`,
    );
    const expected = texts.filter(
      (text) => unaccent(text).includes(unaccent(word)) || foldCollapsed(text).includes(foldCollapsed(word)),
    );
    const names = json.data.map(({ themenfeld_de, themenfeld_en }) =>
      themenfeld_en === "x" ? themenfeld_de : themenfeld_en,
    );
    expect(names.sort(), word).toEqual(expected.sort());
  }
});

describe("long words that start with an e", () => {
  const ids: number[] = [];
  beforeAll(async () => {
    for (const text of ["Elementezq", "Bauelementezq", "Sozioelementezq", "Säelementezq"]) {
      ids.push(await create("thematicfields", thematicFieldValues({ themenfeld_de: text })));
    }
  });
  const inOrder = (hits: readonly Body[] = []) => hits.map(({ id }) => Number(id)).sort((a, b) => a - b);

  it.each(["elementezq", "Élementezq", "𝐄lementezq"])(
    "each search finds a word whose first letter may be dropped by collapsing: %s",
    async (word) => {
      expect(inOrder((await found("thematicfields", word)).map((id) => ({ id })))).toEqual(ids);
      const search = encodeURIComponent(word);
      for (const more of ["", "&detail=1"]) {
        const { json } = await api.get<Body[]>(`/api/thematicfields_search?search=${search}${more}`);
        expect(inOrder(json), more).toEqual(ids);
      }
      const globalSearch = await api.get<{ kind: string; hits: Body[]; total: number }[]>(
        `/api/search?search=${search}`,
      );
      expect(globalSearch.json).toEqual([expect.objectContaining({ kind: "thematicfields", total: ids.length })]);
      expect(inOrder(globalSearch.json[0]?.hits)).toEqual(ids);
    },
  );
});
