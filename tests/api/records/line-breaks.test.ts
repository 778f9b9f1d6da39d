import { beforeAll, describe, expect, it } from "vitest";
import { inOneLine, inOneLineSql } from "@/lib/model/fields/line-breaks";
import { definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { raw } from "@/lib/store/database/sql";
import { commandContext } from "@/lib/store/database/transaction";
import { readOverviewSheet } from "@/lib/features/exports/server/read-overview";
import { createInstitution, createPerson, createProject, institutionValues } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { readPdf } from "../../support/pdf";
import { importCalls } from "../../support/records/imports";

/*
 * Texts with line breaks (contract §10): stored with LF, shown in one line in lists, details, the
 * overview and its PDF, and exported with their breaks.
 */

const ADDRESS = "Weg 1,\n\n50923 Köln";
const SHOWN = "Weg 1, 50923 Köln";

type List = { data: { partner_institution_id: number }[] };
type Hit = { id: number; detail: string };

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const addressOf = async (id: number) =>
  (await api.get<{ data: { adresse: string } }>(`/api/institutions/${id}`)).json.data.adresse;

describe("texts with line breaks", () => {
  it("a text with line breaks is stored with LF by creating and changing a record", async () => {
    const values = institutionValues({ adresse: "Weg 1\r\n50923 Köln" });
    const { json } = await api.post<{ data: { lastId: number } }>("/api/institutions/new", values);
    expect(await addressOf(json.data.lastId)).toBe("Weg 1\n50923 Köln");
    await api.put(`/api/institutions/${json.data.lastId}`, { adresse: "Weg 2\r50923 Köln" });
    expect(await addressOf(json.data.lastId)).toBe("Weg 2\n50923 Köln");
  });

  it("a remark of a link with line breaks is stored with LF", async () => {
    const [institution, project] = [await createInstitution(db()), await createProject(db())];
    const path = `/api/institutions/project/${institution}/${project}`;
    expect((await api.post(path, { bemerkung: "Zeile 1\r\nZeile 2" })).status).toBe(200);
    expect(await db().projectInstitution.findMany({ where: { projekt_id: project } })).toMatchObject([
      { bemerkung: "Zeile 1\nZeile 2" },
    ]);
  });

  it("a text with line breaks is found by its words, and by the line that lists show", async () => {
    const id = await createInstitution(db(), { name: "Fundzeile", adresse: ADDRESS });
    for (const query of ["filter=Fundzeile+50923", `filter=Fundzeile&where[adresse][contains]=${SHOWN}`]) {
      const { json } = await api.get<List>(`/api/institutions?${query}`);
      expect(
        json.data.map((row) => row.partner_institution_id),
        query,
      ).toEqual([id]);
    }
  });

  it("a text with line breaks is one line in the details of typeahead and search", async () => {
    const id = await createInstitution(db(), { name: "Einzeiler", abteilung: "Haus\nB", adresse: ADDRESS });
    const typeahead = await api.get<Hit[]>("/api/institutions_search?search=Einzeiler&detail=1");
    expect(typeahead.json.find((hit) => hit.id === id)?.detail).toBe(`Haus, B · ${SHOWN}`);
    const { json } = await api.get<{ hits: Hit[] }[]>("/api/search?search=50923%20Einzeiler");
    expect(json.flatMap(({ hits }) => hits).find((hit) => hit.id === id)?.detail).toBe(`Adresse: ${SHOWN}`);
  });

  it("a text with line breaks is one line in the details of a person's institutions", async () => {
    const institution = await createInstitution(db(), { name: "Uni\nInstitut" });
    const id = await createPerson(db(), { nachname: "Zeilenreich", institution: [institution] });
    const { json } = await api.get<Hit[]>("/api/persons_search?search=Zeilenreich&detail=1");
    expect(json.find((hit) => hit.id === id)?.detail).toContain("Uni, Institut");
  });

  it("a text with line breaks is one line in the overview and its PDF, but comments keep their lines", async () => {
    const id = await createInstitution(db(), { name: "Haus\nB", adresse: ADDRESS, kommentare: "Eins\n\nZwei" });
    const project = await createProject(db(), { projekt_titel: "Vorhaben\nC" });
    await api.post(`/api/institutions/project/${id}/${project}`);
    const sheet = await readOverviewSheet(commandContext(db()), definitionOf("institution"), id);
    expect(sheet?.label).toBe("Haus, B");
    expect(sheet?.overview.facts).toContainEqual({ label: "Adresse", text: SHOWN, href: null });
    expect(sheet?.overview.parts[0]?.blocks[0]?.rows[0]?.label).toBe("Vorhaben, C");
    expect(sheet?.overview.notes).toMatchObject([{ text: "Eins\n\nZwei" }]);
    const { pages } = await readPdf(new Uint8Array((await api.get(`/api/institutions/${id}/overview.pdf`)).bytes));
    for (const text of ["Haus, B", SHOWN, "Vorhaben, C"]) expect(pages.join("")).toContain(text);
    expect(pages.join("")).toMatch(/Eins\s+Zwei/);
  });

  it.each(["csv", "xlsx"])(
    "a text is exported with its line breaks as %s, which is imported as unchanged",
    async (format) => {
      const imports = importCalls(api);
      const name = `Rundreise ${format}`;
      await createInstitution(db(), { name, adresse: ADDRESS, kommentare: "Eins\nZwei\n\nDrei" });
      const { bytes } = await api.get(`/api/institutions/export?format=${format}&filter=${name}`);
      if (format === "csv") expect(new TextDecoder().decode(bytes)).toContain(`;"${ADDRESS}";`);
      const { json } = await imports.preview("institutions", bytes as Uint8Array<ArrayBuffer>);
      expect(json).toMatchObject({ same: 1, create: 0, update: 0, refused: 0 });
    },
  );
});

describe("inOneLineSql", () => {
  it.each([
    ["", " a , "],
    ["a", "a,b"],
    ["a\nb", "a\r\nb"],
    ["a, \n\n , b\n", "\n \n,\n"],
    ["\na\u00a0\n\tb", ", a\nb,"],
  ])("inOneLineSql joins %j and %j like inOneLine", async (...texts) => {
    const rows = await db().$queryRaw<{ line: string }[]>`
      SELECT ${raw(inOneLineSql("given.value"))} AS line FROM unnest(${texts}::text[]) WITH ORDINALITY AS given(value, at)
      ORDER BY at`;
    expect(rows.map(({ line }) => line)).toEqual(texts.map(inOneLine));
  });
});
