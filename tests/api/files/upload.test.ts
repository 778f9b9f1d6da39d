import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { createAny, createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { fileCalls, pdf, sha256, uploadOf } from "../../support/records/files";

let api: Client;
let files: ReturnType<typeof fileCalls>;
let project: string;
beforeAll(async () => {
  api = await loggedIn();
  files = fileCalls(api);
});
beforeEach(async () => {
  project = `projects/${await createProject(db(), { projekt_titel: "Lesen am Rhein" })}`;
});

const contents = () => db().fileContent.count();

describe("an upload", () => {
  it.each(allDefinitions)("stores a file of a record: $apiPath", async (definition) => {
    const record = `${definition.apiPath}/${await createAny(db(), definition)}`;
    const id = await files.add(record);
    expect((await files.ofRecord(record)).map(({ datei_id }) => datei_id)).toEqual([id]);
  });

  it("describes the stored file", async () => {
    const bytes = pdf();
    const id = await files.add(project, bytes, "Vertrag.pdf", { bezeichnung: " Rahmenvertrag ", dateiart: "1" });
    expect(await files.read(id)).toEqual({
      ...{ datei_id: id, kind: "projects", id: Number(project.split("/")[1]), label: "Lesen am Rhein" },
      ...{ dateiart: 1, bezeichnung: "Rahmenvertrag", name: "Vertrag.pdf", mime: "application/pdf" },
      ...{ bytes: bytes.length, sha256: sha256(bytes), fassung: 1, unterzeichnet_am: null, gueltig_ab: null },
      ...{ gueltig_bis: null, sichtbar: "alle", seiten: null, gelesen: "offen" },
      ...{ created_at: expect.stringMatching(/Z$/), created_by: { id: expect.any(Number), name: expect.any(String) } },
    });
  });

  it("reads fields before and after the file", async () => {
    const form = uploadOf(
      pdf(),
      "a.pdf",
      { gueltig_ab: "2026-01-01" },
      { gueltig_bis: "2026-12-31", sichtbar: "bearbeiter" },
    );
    const { json } = await api.post<{ datei_id: number }>(`/api/${project}/files`, undefined, { raw: form });
    expect(await files.read(json.datei_id)).toMatchObject({
      gueltig_ab: "2026-01-01",
      gueltig_bis: "2026-12-31",
      sichtbar: "bearbeiter",
    });
  });

  it("gives back the bytes that were stored, over several chunks", async () => {
    const bytes = pdf("Kapitel", 900_001);
    const { status, headers, bytes: read } = await files.content(await files.add(project, bytes));
    expect({ status, length: headers.get("content-length"), sha256: sha256(read) }).toEqual({
      status: 200,
      length: String(bytes.length),
      sha256: sha256(bytes),
    });
  });

  it("stores equal bytes of two records once", async () => {
    const bytes = pdf();
    const other = `projects/${await createProject(db())}`;
    const before = await contents();
    await files.add(project, bytes);
    await files.add(other, bytes, "Anderer Name.pdf");
    expect((await contents()) - before).toBe(1);
  });
});
