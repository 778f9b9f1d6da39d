import { beforeAll, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import type { DuplicatePair, SimilarRecord } from "@/lib/features/duplicates/duplicate-answers";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";

/*
 * GET /api/{kind}/similar returns possible duplicates of typed values (contract §12). The
 * comparison of names is tested in `lib/features/duplicates/record-matching`.
 */

type Refusal = { errors: Record<string, string[]> };

let api: Client;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
});

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
async function similar(kind: string, values: Record<string, string>) {
  const { status, json } = await api.get<SimilarRecord[]>(`/api/${kind}/similar?${query(values)}`);
  expect(status).toBe(200);
  return json;
}
const idsOf = async (kind: string, values: Record<string, string>) => (await similar(kind, values)).map(({ id }) => id);
const listed = async () =>
  (await api.get<{ data: DuplicatePair[] }>("/api/duplicates?kind=institutions&pageSize=100")).json.data;

it("finds an institution by variant spelling, language, abbreviation or word order, with the reason", async () => {
  const id = await createInstitution(db(), {
    name: "Universität Krummau",
    branchen: "Hochschule",
    adresse: "Krummau",
  });
  for (const name of ["UNIVERSITAET KRUMMAU", "University of Krummau", "Krummau, Univ.", "Universität Krumau e. V."]) {
    const [first] = await similar("institutions", { name });
    expect(first, name).toMatchObject({ id, label: "Universität Krummau", reasons: ["name"] });
    expect(first?.score).toBeGreaterThanOrEqual(0.6);
    expect(first?.detail).toContain("Krummau");
  }
  expect(await idsOf("institutions", { name: "Technische Universität Krummau" })).toEqual([]);
  expect(await idsOf("institutions", { name: "Universitätsklinikum Krummau" })).toEqual([]);
  expect(await idsOf("institutions", { name: "University of Krummau", except: String(id) })).toEqual([]);
});

it("finds records by equal email or equal web host, whatever the name", async () => {
  const id = await createInstitution(db(), {
    name: "Werk Nord",
    email: "info@werk-nord.example",
    webseite: "werk-nord.example",
  });
  expect(await similar("institutions", { name: "Ganz anders", email: "INFO@werk-nord.example" })).toMatchObject([
    { id, reasons: ["email"] },
  ]);
  expect(await similar("institutions", { name: "Anders", webseite: "https://www.werk-nord.example/de" })).toMatchObject(
    [{ id, reasons: ["website"] }],
  );
});

it("ignores a web host that more than five records share", async () => {
  const create = (number: number) =>
    createInstitution(db(), { name: `Abteilung ${"ABCDEFG"[number]}`, webseite: "https://viele.example/x" });
  for (let number = 0; number < 5; number += 1) await create(number);
  expect(await similar("institutions", { name: "Zentrale", webseite: "viele.example" })).toHaveLength(5);
  expect((await listed()).some(({ a }) => a.label.startsWith("Abteilung"))).toBe(true);
  await create(5);
  expect(await similar("institutions", { name: "Zentrale", webseite: "viele.example" })).toEqual([]);
  expect((await listed()).some(({ a }) => a.label.startsWith("Abteilung"))).toBe(false);
});

it("counts a postal address only in addition to another reason", async () => {
  const id = await createInstitution(db(), { name: "Lager Hinterfeld", adresse: "Feldweg 7, 12345 Hinterfeld" });
  expect(await similar("institutions", { name: "Bäckerei", adresse: "Feldweg 7, 12345 Hinterfeld" })).toEqual([]);
  const [found] = await similar("institutions", { name: "Lager Hinterfeld", adresse: "Feldweg 7, 12345 Hinterfeld" });
  expect(found).toMatchObject({ id, reasons: ["name", "address"] });
});

it("returns the values that contradict a match", async () => {
  const values = { name: "Kontor Seeblick", adresse: "Uferweg 7, 12345 Seeblick", webseite: "seeblick.example" };
  const id = await createInstitution(db(), values);
  const findWith = (changed: Partial<typeof values>) => similar("institutions", { ...values, ...changed });
  expect(await findWith({})).toMatchObject([{ id, differences: [] }]);
  expect(await findWith({ adresse: "Bergweg 99, 54321 Hochdorf" })).toMatchObject([{ id, differences: ["address"] }]);
  expect(await findWith({ webseite: "kontor.example" })).toMatchObject([{ id, differences: ["website"] }]);
});

/** Creates institutions, and returns the pairs of their names in the list of duplicates, with scores. */
async function pairsOf(institutions: readonly { name: string; adresse?: string }[]) {
  for (const values of institutions) await createInstitution(db(), values);
  const names = institutions.map(({ name }) => name);
  const pairs = (await listed()).filter(({ a, b }) => names.includes(a.label) && names.includes(b.label));
  return pairs.map(({ a, b, score }) => ({ names: [a.label, b.label].sort(), score }));
}

it("finds no institution for a name that is only its town, in the form, the list and imports", async () => {
  const [university, town] = ["Plauderwitz University", "(Plauderwitz)"];
  expect(await pairsOf([{ name: university, adresse: "Weg 7, 12345 Plauderwitz" }, { name: town }])).toEqual([]);
  expect((await similar("institutions", { name: "Plauderwitz" })).map(({ label }) => label)).toEqual([town]);
  expect((await similar("institutions", { name: "Plauderwitz, University" })).map(({ label }) => label)).toEqual([
    university,
  ]);
  const imports = importCalls(api);
  const rows = csvOf(["Name", "Branchen"], ["Plauderwitz", "Bildung"], ["Hamburg", "Bildung"]);
  expect((await imports.preview("institutions", rows)).json.rows.map(({ similar: matches }) => matches)).toMatchObject([
    [{ label: town }],
    [],
  ]);
  const persons = csvOf(["Vorname", "Nachname", "E-Mail", "Institution"], ["Ada", "Ort", "a@x.example", "Plauderwitz"]);
  const { json } = await imports.preview("persons", persons);
  expect(json.unknown_names.map(({ similar: matches }) => matches.map(({ label }) => label))).toEqual([[town]]);
});

it("finds a university in the other English word order as a probable match, not a sure one", async () => {
  const [york, other] = ["Quorkshire University", "University of Quorkshire"];
  const pairs = await pairsOf([{ name: york }, { name: other }]);
  expect(pairs).toEqual([{ names: [york, other], score: expect.closeTo(0.899, 5) }]);
  const scores = async (name: string) =>
    Object.fromEntries((await similar("institutions", { name })).map(({ label, score }) => [label, score]));
  expect(await scores("Quorkshire, University of")).toEqual({ [other]: 1, [york]: 0.899 });
  const { json } = await importCalls(api).preview(
    "institutions",
    csvOf(["Name", "Branchen"], ["The Quorkshire University", "Bildung"]),
  );
  expect(json.rows[0]?.similar.map(({ label, score }) => [label, score])).toEqual([
    [york, 1],
    [other, 0.899],
  ]);
});

it("finds persons by swapped, abbreviated and variant names, and by email", async () => {
  const person = await createPerson(db(), { vorname: "Jürgen", nachname: "Quastenflosser", email: "jq@example.org" });
  for (const values of [
    { vorname: "Juergen", nachname: "Quastenflosser" },
    { vorname: "Quastenflosser", nachname: "Jürgen" },
    { vorname: "J.", nachname: "Quastenflosser" },
    { vorname: "Dr. Jürgen", nachname: "Quastenflößer" },
  ]) {
    expect(await similar("persons", values), values.vorname).toMatchObject([{ id: person, reasons: ["name"] }]);
  }
  expect(await idsOf("persons", { vorname: "Karla", nachname: "Quastenflosser" })).toEqual([]);
  expect(await similar("persons", { email: "JQ@example.org" })).toMatchObject([{ id: person, reasons: ["email"] }]);
  const member = await createMember(db(), { vorname: "Ilse", nachname: "Zwickmühle-Ott" });
  expect(await idsOf("members", { vorname: "Ilse", nachname: "Zwickmühle" })).toEqual([member]);
});

it("finds projects by title, and thematic fields by name", async () => {
  const project = await createProject(db(), { projekt_titel: "Kläranlagen im Karst, Phase 1" });
  expect(await idsOf("projects", { projekt_titel: "Phase I: Klaeranlagen im Karst" })).toEqual([]);
  expect(await idsOf("projects", { projekt_titel: "Karst: Kläranlagen (Phase 1)" })).toEqual([project]);
  expect(await idsOf("projects", { projekt_titel: "Kläranlagen im Karst, Phase 2" })).toEqual([]);
  const field = await createThematicField(db(), { themenfeld_de: "Moorkunde", themenfeld_en: "Peatland studies" });
  expect(await idsOf("thematicfields", { themenfeld_de: "moorkunde" })).toEqual([field]);
  expect(await idsOf("thematicfields", { themenfeld_en: "Studies of peatland" })).toEqual([field]);
});

it("finds records by alias", async () => {
  const id = await createInstitution(db(), { name: "Haus am Steilhang" });
  const put = await api.put(`/api/institutions/${id}/aliases`, { aliases: ["Akademie Felsenegg"] });
  expect(put.status).toBe(200);
  expect(await similar("institutions", { name: "Felsenegg Academy" })).toMatchObject([{ id, reasons: ["alias"] }]);
});

it("returns an empty list for any text without matches", async () => {
  for (const name of ["", " ", "%", "()", "der die das", "x".repeat(50_000), "\u{1f600}", "Ω", "a".repeat(300)]) {
    expect(await similar("institutions", { name })).toEqual([]);
  }
  expect(await similar("institutions", {})).toEqual([]);
});

it("refuses unknown and invalid parameters", async () => {
  const refused = async (text: string) => {
    const { status, json } = await api.get<Refusal>(`/api/institutions/similar?${text}`);
    return [status, json.errors];
  };
  expect(await refused("vorname=x")).toEqual([422, { vorname: ["unknown"] }]);
  expect(await refused("name=x&name=y")).toEqual([422, { name: ["type"] }]);
  expect(await refused("name=x&except=0")).toEqual([422, { except: ["type"] }]);
});

it("institutions with the same name in different countries contradict each other; a changed country compares anew", async () => {
  const name = "Polytechnikum Zqgegend";
  const [austrian, other] = [
    await createInstitution(db(), { name, land: 40 }),
    await createInstitution(db(), { name, adresse: "Zqgegend, Schweiz" }),
  ];
  const pair = async () => (await listed()).find(({ a, b }) => a.id === austrian && b.id === other);
  expect(await similar("institutions", { name, land: "756" })).toMatchObject([{ id: other, differences: [] }]);
  // An equal e-mail address makes them similar all the same.
  await api.put(`/api/institutions/${austrian}`, { email: "post@zqgegend.example" });
  const values = { name, land: "756", email: "post@zqgegend.example" };
  expect(await similar("institutions", values)).toContainEqual(
    expect.objectContaining({ id: austrian, differences: ["address"] }),
  );
  expect(await pair()).toBeUndefined();
  // The country of the record counts, not that of its address.
  await api.put(`/api/institutions/${other}`, { land: 40 });
  expect(await pair()).toMatchObject({ differences: [] });
  await api.put(`/api/institutions/${austrian}`, { land: 756 });
  expect(await pair()).toBeUndefined();
  await api.put(`/api/institutions/${austrian}`, { land: -1 });
  expect(await pair()).toMatchObject({ differences: [] });
});

it("a name that is only a place of the gazetteer is alike only to itself", async () => {
  const [place, longer] = [
    await createInstitution(db(), { name: "(Legnica)" }),
    await createInstitution(db(), { name: "Legnica Zentrale" }),
  ];
  expect(await idsOf("institutions", { name: "Legnica Zentral" })).toEqual([longer]);
  expect(await idsOf("institutions", { name: "Legnica" })).toEqual([place]);
});
