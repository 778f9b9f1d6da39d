import { beforeAll, describe, expect, it } from "vitest";
import type { HitsOfKind } from "@/lib/model/answers/search-answers";
import { db } from "@/lib/store/database/client";
import { CURRENT_FILES, hasFileWord } from "@/lib/store/sql/record-files";
import { createAny, createProject } from "../../support/factories";
import { definitionOf } from "@/lib/model/kinds/registry";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf } from "../../support/records/files";

/* Contract §§10, 18: files in the search over everything. */

let reader: Client;
let editor: Client;
let admin: Client;
let files: ReturnType<typeof fileCalls>;
beforeAll(async () => {
  reader = await loggedIn({ role: "reader" });
  editor = await loggedIn({ role: "editor" });
  admin = await loggedIn({ role: "admin" });
  files = fileCalls(admin);
});

const newProject = (projekt_titel = "Vorhaben") => createAny(db(), definitionOf("project"), { projekt_titel });
const add = async (name: string, fields: Record<string, string> = {}, project?: number) =>
  files.add(`projects/${project ?? (await createProject(db()))}`, pdf(), name, fields);

async function search(text: string, client = reader, more = "", headers = {}): Promise<HitsOfKind[]> {
  const path = `/api/search?search=${encodeURIComponent(text)}${more}`;
  return (await client.get<HitsOfKind[]>(path, { headers })).json;
}
const idsOf = (found: HitsOfKind[]) =>
  found.filter(({ kind }) => kind === "files").flatMap(({ hits }) => hits.map(({ id }) => id));

describe("files in the search over everything", () => {
  it("finds a file by its description, with its record and the kind of file", async () => {
    const project = await newProject("Brückenschlag");
    const id = await add("scan-0815.pdf", { bezeichnung: "Rahmenvereinbarung Graz", dateiart: "1" }, project);
    const hit = { id, label: "Rahmenvereinbarung Graz", by: "name", record: { kind: "projects", id: project } };
    expect(await search("rahmenvereinb")).toEqual([
      { kind: "files", hits: [{ ...hit, detail: "Brückenschlag · Vertrag (unterzeichnet)" }], total: 1 },
    ]);
    expect((await search("rahmenvereinb", reader, "", { cookie: "NEXT_LOCALE=en" }))[0]?.hits).toEqual([
      { ...hit, detail: "Brückenschlag · Contract (signed)" },
    ]);
  });

  it.each(["Kuerzungsliste", "kurzungsliste", "ÜRZUNGSL", "kürzungs endfassung"])(
    "finds a file by its name, or by name and description together: %s",
    async (text) => {
      const id = await add("Kürzungsliste.pdf", { bezeichnung: "Endfassung" });
      expect(idsOf(await search(text))).toContain(id);
    },
  );

  it("labels a file without description by its name", async () => {
    await add("Namensgebend.pdf");
    expect(await search("namensgebend")).toMatchObject([{ kind: "files", hits: [{ label: "Namensgebend.pdf" }] }]);
  });

  it("lists files after all kinds of records", async () => {
    await createAny(db(), definitionOf("thematicField"), { themenfeld_de: "Zuletztig" });
    await newProject("Zuletztig");
    await add("Zuletztig.pdf");
    expect((await search("zuletztig")).map(({ kind }) => kind)).toEqual(["projects", "thematicfields", "files"]);
  });

  it("finds files from two characters", async () => {
    const id = await add("Zy.pdf");
    expect(idsOf(await search("zy"))).toContain(id);
    expect(await search("z")).toEqual([]);
  });

  it.each([
    { sichtbar: "alle", seenBy: ["reader", "editor", "admin"] },
    { sichtbar: "bearbeiter", seenBy: ["editor", "admin"] },
    { sichtbar: "admin", seenBy: ["admin"] },
  ])("only $seenBy find a file for $sichtbar, which the others' total does not count", async ({ sichtbar, seenBy }) => {
    const id = await add(`Verschluss-${sichtbar}.pdf`, { sichtbar, bezeichnung: `Geheimsache ${sichtbar}` });
    for (const [role, client] of Object.entries({ reader, editor, admin })) {
      const found = await search(`geheimsache ${sichtbar}`, client);
      expect(found, role).toEqual(seenBy.includes(role) ? [expect.objectContaining({ kind: "files", total: 1 })] : []);
      expect(idsOf(found), role).toEqual(seenBy.includes(role) ? [id] : []);
    }
  });

  it("finds neither a deleted file nor an earlier version's name", async () => {
    const deleted = await add("Vorüberlegung A.pdf");
    await admin.delete(`/api/files/${deleted}`);
    const renamed = await add("Vorüberlegung B.pdf");
    await files.addVersion(renamed, pdf(), "Reinschrift.pdf");
    expect(await search("vorueberlegung")).toEqual([]);
    expect(idsOf(await search("reinschrift"))).toEqual([renamed]);
  });

  it("returns five hits, those first whose label begins with the text, and counts all", async () => {
    const first = await add("Mengenware.pdf");
    for (let number = 1; number <= 6; number++) await add(`Alte Mengenware ${number}.pdf`);
    const [found] = await search("mengenware");
    expect(found).toMatchObject({ total: 7, hits: { length: 5 } });
    expect(found?.hits[0]?.id).toBe(first);
    expect((await search("mengenware", reader, "&limit=7"))[0]?.hits).toHaveLength(7);
  });

  it("searches only files with kind=files, and no files with another kind", async () => {
    await newProject("Nurdateien");
    const id = await add("Nurdateien.pdf");
    expect((await search("nurdateien", reader, "&kind=files")).map(({ kind }) => kind)).toEqual(["files"]);
    expect(idsOf(await search("nurdateien", reader, "&kind=files"))).toEqual([id]);
    expect((await search("nurdateien", reader, "&kind=projects")).map(({ kind }) => kind)).toEqual(["projects"]);
  });

  it("takes %, _ and \\ literally", async () => {
    await add("Hundert 100%.pdf");
    expect(idsOf(await search("100%", reader, "&kind=files"))).toHaveLength(1);
    expect(await search("1__", reader, "&kind=files")).toEqual([]);
  });

  it("finds names and descriptions by trigram indexes", async () => {
    const plan = await db().$transaction(async (transaction) => {
      // The planner prefers sequential scans for tables with few rows.
      await transaction.$executeRaw`SET LOCAL enable_seqscan = off`;
      return transaction.$queryRaw<
        object[]
      >`EXPLAIN SELECT f.datei_id FROM ${CURRENT_FILES} WHERE ${hasFileWord("vereinbarung")}`;
    });
    expect(JSON.stringify(plan)).toContain("file_versions_name_contains_idx");
    expect(JSON.stringify(plan)).toContain("files_bezeichnung_contains_idx");
  });
});
