import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { importColumn } from "@/lib/features/exports/spreadsheet-columns";
import { definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { commandContext, inBoundedTime } from "@/lib/store/database/transaction";
import { expectDefined } from "@/lib/base/errors/invariant";
import { idsByName, nameSourceOf, similarEntries } from "@/lib/features/imports/server/named-ids";
import { createInstitution } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls } from "../../support/records/imports";
import { insertMany } from "../../support/databases/insert-many";

/** Names of properties that every object has. */
const EVERY_OBJECT_HAS = ["constructor", "toString", "hasOwnProperty", "valueOf"];

let editor: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  editor = await loggedIn({ role: "editor" });
  imports = importCalls(editor);
});
beforeEach(async () => {
  await db().person.deleteMany();
  await db().institution.deleteMany();
});
afterEach(() => db().import.deleteMany());

const HEADERS = ["Titel", "Vorname", "Name", "Mail", "Institution"];
const person = (institution: string) => ["", "Eva", "Berg", "berg@example.org", institution];

describe.each(EVERY_OBJECT_HAS)("the text %s", (text) => {
  it("a name of an object property is refused as a header that the table does not have", async () => {
    const decided = { names: { [text]: { [text]: "leave" } } };
    const { status, json } = await imports.preview("persons", csvOf(HEADERS, person("")), decided);
    expect([status, (json as { errors?: object }).errors]).toEqual([422, { names: ["unknown"] }]);
  });

  it("a name of an object property is accepted as a header and as a name", async () => {
    const table = csvOf([...HEADERS.slice(0, 4), text], person(text));
    const decided = { mapping: { [text]: "institutionen" } };
    const { id, json } = await imports.preview("persons", table, decided);
    expect(json.unknown_names).toMatchObject([{ header: text, text, rows: 1 }]);
    expect(json).toMatchObject({ refused: 1 });
    const mapped = await editor.put(`/api/imports/${id}`, { names: { [text]: { [text]: "leave" } } });
    expect(mapped.json).toMatchObject({ create: 1, refused: 0 });
  });

  it("a name of an object property is accepted as the header of a column that fills no field", async () => {
    const { json } = await imports.preview("persons", csvOf([...HEADERS, text], [...person(""), "x"]));
    expect(json).toMatchObject({ create: 1, rows: [{ errors: {} }] });
  });
});

const institutions = expectDefined(
  nameSourceOf(expectDefined(importColumn(definitionOf("person"), "institutionen"), "the column")),
  "its source",
);

describe("names of institutions", () => {
  const LONG = "ä".repeat(32_000);
  const runBounded = <Result>(find: (connection: ReturnType<typeof db>) => Promise<Result>): Promise<Result> =>
    inBoundedTime(commandContext(), (connection) => find(connection as ReturnType<typeof db>), 1_000);

  it("names of 32,000 characters are unknown, without keeping the database busy", async () => {
    await insertMany`
      INSERT INTO institutions (name, branchen) SELECT 'Haus ' || n, 'Bildung' FROM generate_series(1, 500) n`;
    const found = await runBounded((connection) => idsByName(connection, institutions, [LONG, "haus 7"]));
    expect([...found.keys()]).toEqual(["haus 7"]);
    expect(await runBounded((connection) => similarEntries(connection, institutions, [LONG]))).toEqual(new Map());
  });

  it("a name is found with each umlaut spelled with two letters, which makes it twice as long", async () => {
    const id = await createInstitution(db());
    await db().institution.update({ where: { partner_institution_id: id }, data: { aliases: ["Ü".repeat(255)] } });
    const name = "ue".repeat(255);
    expect(await idsByName(db(), institutions, [name])).toEqual(new Map([[name, [{ id, active: true }]]]));
  });
});
