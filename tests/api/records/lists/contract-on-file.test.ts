import { beforeAll, describe, expect, it } from "vitest";
import { defaultListQuery } from "@/lib/model/lists/list-query";
import { kinds } from "@/lib/model/kinds/registry";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { columnsNamed } from "@/lib/model/lists/columns";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { listWithColumns } from "@/lib/store/records/list-with-columns";
import { loggedIn, type Client } from "../../../support/api";
import { createMember, createPerson, createProject, createThematicField } from "../../../support/factories";
import { importCalls } from "../../../support/records/imports";
import { referenceCalls } from "../../../support/records/reference";
import { createStoredFile, deleteStoredFile } from "../../../support/records/stored-files";

/* Contract §18, "Signed contracts": `vertrag` of projects is a column, a filter and a column of exports. */

const DRAFT = 2;

type List = { total: number; data: { projekt_titel: string; nachname: string }[] };

let reader: Client;
let editor: Client;
let topic: number;
let signed: number;
beforeAll(async () => {
  [reader, editor] = [await loggedIn({ role: "reader" }), await loggedIn({ role: "editor" })];
  topic = await createThematicField(db());
  const create = (projekt_titel: string) => createProject(db(), { projekt_titel, themenfelder: [topic] });
  signed = await create("mit Vertrag");
  await createStoredFile(db(), { kind: "projects", record: signed });
  await createStoredFile(db(), { kind: "projects", record: signed });
  const hidden = await create("mit Vertrag für Admins");
  const file = await createStoredFile(db(), { kind: "projects", record: hidden });
  await db().file.update({ where: { datei_id: file }, data: { sichtbar: "admin" } });
  const deleted = await create("mit gelöschtem Vertrag");
  await deleteStoredFile(db(), await createStoredFile(db(), { kind: "projects", record: deleted }));
  await createStoredFile(db(), { kind: "projects", record: await create("mit Entwurf"), dateiart: DRAFT });
  const without = await create("ohne Datei");
  // A record of another kind, with the same key.
  await createStoredFile(db(), { kind: "persons", record: without });
});

const WITH = ["mit Vertrag", "mit Vertrag für Admins"];
const WITHOUT = ["mit Entwurf", "mit gelöschtem Vertrag", "ohne Datei"];

const found = async (where: string) => {
  const { json } = await reader.get<List>(`/api/projects?topics=${topic}&${where}`);
  expect(json.total).toBe(json.data.length);
  return json.data.map(({ projekt_titel }) => projekt_titel);
};

describe("the filter for contracts on file", () => {
  it.each([
    ["1", WITH],
    ["0", WITHOUT],
    ["0,1", [...WITHOUT, ...WITH].toSorted((one, other) => one.localeCompare(other, "de"))],
  ])("the filter for contracts on file finds the projects of %s", async (value, expected) => {
    expect(await found(`where[vertrag][in]=${value}`)).toEqual(expected);
  });

  it.each([
    ["where[vertrag][in]=2", "exists"],
    ["where[vertrag][in]=ja", "type"],
    ["where[vertrag][empty]=true", "unknown"],
  ])("the filter for contracts on file refuses %s", async (filter, code) => {
    const { status, json } = await reader.get<{ errors: Record<string, string[]> }>(`/api/projects?${filter}`);
    expect([status, Object.values(json.errors)]).toEqual([422, [[code]]]);
  });

  it("the filter for contracts on file follows the flag of the kind of files", async () => {
    const lists = referenceCalls(await loggedIn({ role: "admin" }));
    await lists.change("dateiarten", DRAFT, { unterzeichnet: true });
    expect(await found("where[vertrag][in]=1")).toEqual(["mit Entwurf", ...WITH]);
    await lists.change("dateiarten", DRAFT, { unterzeichnet: false });
    expect(await found("where[vertrag][in]=1")).toEqual(WITH);
  });

  it("the filter for contracts on file applies to linked projects", async () => {
    const [one, other] = [
      await createPerson(db(), { nachname: "Verbunden", themenfelder: [topic] }),
      await createPerson(db(), { nachname: "Wartend", themenfelder: [topic] }),
    ];
    const none = await createProject(db(), { projekt_titel: "verknüpft, ohne Vertrag" });
    await editor.post(`/api/persons/project/${one}/${signed}`);
    await editor.post(`/api/persons/project/${other}/${none}`);
    const persons = async (value: number) => {
      const path = `/api/persons?topics=${topic}&where[kooperationsprojekte.vertrag][in]=${value}`;
      return (await reader.get<List>(path)).json.data.map(({ nachname }) => nachname);
    };
    expect(await persons(1)).toEqual(["Verbunden"]);
    expect(await persons(0)).toEqual(["Wartend"]);
  });

  it("the choices of filters have the words for contracts on file", async () => {
    const { json } = await reader.get<Record<string, object[]>>("/api/projects/filter_choices");
    expect(json.vertrag).toEqual([
      { id: 1, label: "ja" },
      { id: 0, label: "nein" },
    ]);
    const persons = await reader.get<Record<string, object[]>>("/api/persons/filter_choices");
    expect(persons.json["kooperationsprojekte.vertrag"]).toEqual(json.vertrag);
  });
});

describe("the column for contracts on file", () => {
  const definition: AnyDefinition = kinds.project;

  it("the column for contracts on file says yes or no", async () => {
    const query = { ...defaultListQuery(definition), topics: [topic] };
    const { rows } = await listWithColumns(commandContext(), definition, query, ["projekt_titel", "vertrag"]);
    const [column] = columnsNamed(definition, ["vertrag"]);
    const words = (key: string) => key;
    const shown = rows.map((row) => column?.text(row, { locale: "de", words, today: "2026-06-15" }));
    expect(shown).toEqual(rows.map((row) => (WITH.includes(String(row.projekt_titel)) ? "ja" : "nein")));
  });

  it("an account can choose the column for contracts on file", async () => {
    const columns = { projects: ["projekt_titel", "vertrag"] };
    expect((await reader.put("/api/user/preferences", { columns })).status).toBe(200);
  });

  it("a view can have the filter and the column for contracts on file", async () => {
    const columns = ["projekt_titel", "vertrag"];
    const view = { kind: "projects", name: "Verträge", query: "where[vertrag][in]=0", columns, shared: false };
    expect((await editor.post("/api/views/new", view)).status).toBe(201);
  });
});

describe("exports with contracts on file", () => {
  const exported = async (query: string) => {
    const { bytes } = await reader.get(`/api/projects/export?format=csv&topics=${topic}&${query}`);
    return new TextDecoder().decode(bytes).trim();
  };

  it("exports can have the column for contracts on file", async () => {
    const text = await exported("columns=projekt_titel,vertrag&where[vertrag][in]=1");
    expect(text).toBe("Projekttitel;Vertrag liegt vor\r\nmit Vertrag;ja\r\nmit Vertrag für Admins;ja");
  });

  it("exports do not have the column for contracts on file by default", async () => {
    expect(await exported("")).not.toContain("Vertrag liegt vor");
  });

  it("imports ignore the column for contracts on file", async () => {
    const { upload } = importCalls(editor);
    const { json } = await upload("projects", await exported("columns=projekt_titel,vertrag"));
    expect(json.columns.map(({ header, field }) => [header, field])).toEqual([
      ["Projekttitel", "projekt_titel"],
      ["Vertrag liegt vor", null],
    ]);
  });
});

it("contracts of other kinds of records have no filter", async () => {
  await createStoredFile(db(), { kind: "members", record: await createMember(db()) });
  expect((await reader.get("/api/members?where[vertrag][in]=1")).status).toBe(422);
});
