import { beforeAll, describe, expect, it } from "vitest";
import type { FileRow } from "@/lib/features/files/file-answers";
import { db } from "@/lib/store/database/client";
import { loggedIn, type Client } from "../../support/api";
import { createPerson, createProject } from "../../support/factories";
import { fileCalls, pdf } from "../../support/records/files";

/* Contract §18: GET /api/files. */

type Listed = { total: number; data: FileRow[]; errors?: Record<string, string[]> };

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: number;
let person: number;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  files = fileCalls(api);
  project = await createProject(db(), { projekt_titel: "Lesen am Rhein" });
  person = await createPerson(db());
  // The bytes of a file are the number of its fillers and the same beginning.
  const add = (record: string, name: string, fillerBytes: number, fields: Record<string, string>) =>
    files.add(record, pdf(undefined, fillerBytes), name, fields);
  await add(`projects/${project}`, "Zusage.pdf", 300, { dateiart: "1", gueltig_bis: "2026-12-31" });
  await add(`projects/${project}`, "Änderung.pdf", 100, { dateiart: "3", bezeichnung: "Nachtrag Müller" });
  await add(`persons/${person}`, "Anlage.pdf", 200, { sichtbar: "admin", gueltig_bis: "2025-06-30" });
  await add(`persons/${person}`, "Brief 100 %.pdf", 200, { dateiart: "1", sichtbar: "bearbeiter" });
});

const list = async (query = "") => (await api.get<Listed>(`/api/files?${query}`)).json;
/** Returns the names of the listed files, without their endings. */
const names = async (query = "") => (await list(query)).data.map(({ name }) => name.replace(".pdf", ""));

const NEWEST_FIRST = ["Brief 100 %", "Anlage", "Änderung", "Zusage"];

describe("the list of all files", () => {
  it("the list of files has the envelope of lists", async () => {
    const { data, ...envelope } = await list();
    expect(envelope).toEqual({
      ...{ total: 4, per_page: 10, current_page: 1, last_page: 1 },
      ...{ next_page_url: null, prev_page_url: null, from: 1, to: 4 },
    });
    expect(data).toHaveLength(4);
  });

  it("the list of files has rows like the file itself", async () => {
    const [row] = (await list()).data;
    expect(row).toEqual(await files.read(Number(row?.datei_id)));
  });

  it("the list of files names the record of each file", async () => {
    const { data } = await list("filter=Zusage");
    expect(data).toMatchObject([{ kind: "projects", id: project, label: "Lesen am Rhein" }]);
  });

  it("the list of files is empty beyond its last page", async () => {
    expect(await list("pageNo=9")).toMatchObject({ total: 4, from: null, to: null, data: [] });
  });

  it("the list of files leads to the next page with the same filters", async () => {
    const { json } = await api.get<Listed & { next_page_url: string }>(
      "/api/files?pageSize=1&gueltig_bis[empty]=false",
    );
    const next = await api.get<Listed>(json.next_page_url);
    expect([...json.data, ...next.json.data].map(({ name }) => name)).toEqual(["Anlage.pdf", "Zusage.pdf"]);
  });

  it("the list of files has no file of a deleted record", async () => {
    const record = `projects/${await createProject(db())}`;
    await files.add(record, pdf(), "Bald weg.pdf");
    await api.delete(`/api/${record}`);
    expect(await names("filter=weg")).toEqual([]);
  });

  it("the list of files has no deleted file", async () => {
    await api.delete(`/api/files/${await files.add(`projects/${project}`, pdf(), "Gelöscht.pdf")}`);
    expect(await names()).toEqual(NEWEST_FIRST);
  });

  it("the list of files has the current version of a file once", async () => {
    const id = await files.add(`projects/${project}`, pdf(), "Entwurf.pdf");
    await files.addVersion(id, pdf(), "Endfassung.pdf");
    expect(await names()).toEqual(["Endfassung", ...NEWEST_FIRST]);
    await api.delete(`/api/files/${id}`);
  });
});

describe("the order of files", () => {
  it.each([
    ["newest first without a parameter", "", NEWEST_FIRST],
    ["oldest first in ascending order", "sortOrder=asc", NEWEST_FIRST.toReversed()],
    [
      "oldest first by `created_at`, whose order is ascending as in all lists",
      "sortBy=created_at",
      NEWEST_FIRST.toReversed(),
    ],
    ["newest first by `created_at` in descending order", "sortBy=created_at&sortOrder=desc", NEWEST_FIRST],
    ["by names as in a German dictionary", "sortBy=name", ["Änderung", "Anlage", "Brief 100 %", "Zusage"]],
    ["by names backwards", "sortBy=name&sortOrder=DESC", ["Zusage", "Brief 100 %", "Anlage", "Änderung"]],
    ["by size, equal ones by their key", "sortBy=bytes", ["Änderung", "Anlage", "Brief 100 %", "Zusage"]],
    [
      "by size backwards, equal ones by their key",
      "sortBy=bytes&sortOrder=desc",
      ["Zusage", "Anlage", "Brief 100 %", "Änderung"],
    ],
    ["by days, none last", "sortBy=gueltig_bis", ["Anlage", "Zusage", "Änderung", "Brief 100 %"]],
    [
      "by days backwards, none last",
      "sortBy=gueltig_bis&sortOrder=desc",
      ["Zusage", "Anlage", "Änderung", "Brief 100 %"],
    ],
  ])("the list is sorted %s", async (_, query, expected) => {
    expect(await names(query)).toEqual(expected);
  });

  it("the order is the same across pages", async () => {
    const pages = [0, 1, 2, 3].map((pageNo) => names(`sortBy=bytes&sortOrder=desc&pageSize=1&pageNo=${pageNo}`));
    expect((await Promise.all(pages)).flat()).toEqual(await names("sortBy=bytes&sortOrder=desc"));
  });
});

describe("filters of files", () => {
  it.each([
    ["a kind", () => "kind=projects", ["Änderung", "Zusage"]],
    ["a record", () => `kind=persons&id=${person}`, ["Brief 100 %", "Anlage"]],
    ["a record of another kind with the same id", () => `kind=institutions&id=${person}`, []],
    ["kinds of files", () => "dateiart=3,-1", ["Anlage", "Änderung"]],
    ["an unknown kind of files", () => "dateiart=9999", []],
    ["visibilities", () => "sichtbar=admin,bearbeiter", ["Brief 100 %", "Anlage"]],
    ["a repeated visibility", () => "sichtbar=admin&sichtbar=admin", ["Anlage"]],
    ["a first day", () => "gueltig_bis[from]=2025-07-01", ["Zusage"]],
    ["a last day", () => "gueltig_bis[to]=2025-06-30", ["Anlage"]],
    ["two days", () => "gueltig_bis[from]=2025-06-30&gueltig_bis[to]=2026-12-31", ["Anlage", "Zusage"]],
    ["no day", () => "gueltig_bis[empty]=true", ["Brief 100 %", "Änderung"]],
    ["any day", () => "gueltig_bis[empty]=false", ["Anlage", "Zusage"]],
    ["several", () => "kind=persons&dateiart=1", ["Brief 100 %"]],
    ["unknown parameters, which are ignored", () => "topics=1&where[name][contains]=x&foo=bar", NEWEST_FIRST],
  ])("files are found by %s", async (_, query, expected) => {
    expect(await names(query())).toEqual(expected);
  });

  it.each([
    ["a part of a name", "usag", ["Zusage"]],
    ["a description", "nachtrag", ["Änderung"]],
    ["words in different places", "müller änderung", ["Änderung"]],
    ["an unaccented word", "muller", ["Änderung"]],
    ["a spelled-out umlaut", "MUELLER Aenderung", ["Änderung"]],
    ["an ending", ".PDF", NEWEST_FIRST],
    ["a sign of patterns", "%", ["Brief 100 %"]],
    ["another sign of patterns", "_", []],
    ["a word of the record", "Rhein", []],
    ["words of which one is missing", "zusage rhein", []],
    ["nothing", "  ", NEWEST_FIRST],
  ])("files are found by %s", async (_, filter, expected) => {
    expect(await names(`filter=${encodeURIComponent(filter)}`)).toEqual(expected);
  });
});

describe("wrong values", () => {
  it.each([
    ["an id without a kind", "id=1", { kind: ["required"] }],
    ["an id of no record", "kind=projects&id=0", { id: ["type"] }],
    ["an id of a wrong kind", "kind=files&id=1", { kind: ["type"] }],
    ["an unknown kind", "kind=verträge", { kind: ["type"] }],
    ["an empty kind", "kind=", { kind: ["type"] }],
    ["two kinds", "kind=projects&kind=persons", { kind: ["type"] }],
    ["a kind of files that is no number", "dateiart=1,x", { dateiart: ["type"] }],
    ["an empty kind of files", "dateiart=", { dateiart: ["type"] }],
    ["an unknown visibility", "sichtbar=leser", { sichtbar: ["type"] }],
    ["a day that does not exist", "gueltig_bis[from]=2026-02-30", { "gueltig_bis[from]": ["type"] }],
    ["a day in another form", "gueltig_bis[to]=31.12.2026", { "gueltig_bis[to]": ["type"] }],
    ["an answer other than true and false", "gueltig_bis[empty]=1", { "gueltig_bis[empty]": ["type"] }],
    ["a large page", "pageSize=101", { pageSize: ["type"] }],
    ["a negative page", "pageNo=-1", { pageNo: ["type"] }],
    ["a long filter", `filter=${"x".repeat(201)}`, { filter: ["max"] }],
    ["several at once", "id=1&pageSize=0", { kind: ["required"], pageSize: ["type"] }],
  ])("a list refuses %s", async (_, query, errors) => {
    const { status, json } = await api.get<Listed>(`/api/files?${query}`);
    expect([status, json.errors]).toEqual([422, errors]);
  });

  it.each(["sortBy=label", "sortBy=sha256", "sortOrder=up", "sortBy=name,bytes", "sortBy=name&sortBy=bytes"])(
    "a list refuses the order %s",
    async (query) => {
      expect((await api.get(`/api/files?${query}`)).status).toBe(422);
    },
  );
});
