import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { SIGNED_CONTRACT } from "@/prisma/reference-data";
import { loggedIn, type Client } from "../../support/api";
import { createMember, createProject } from "../../support/factories";
import { errors, PROTECTED, referenceCalls } from "../../support/records/reference";
import { createStoredFile, deleteStoredFile } from "../../support/records/stored-files";

/* Contract §18: the kinds of files, a reference list of §9 that files use. */

const OTHER = -1;

let admin: Client;
let lists: ReturnType<typeof referenceCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  lists = referenceCalls(admin);
});

const kindOf = async (datei_id: number) =>
  (await db().file.findUniqueOrThrow({ where: { datei_id }, select: { dateiart: true } })).dateiart;

/** The changes of files in a batch, as the history stores them. */
const fileChanges = (batch: string) => db().$queryRaw`
  SELECT action, kind, id, label, version, fields, relation, related_kind, related_id, related_label
  FROM changes WHERE batch = ${batch}::uuid AND kind = 'files' ORDER BY id`;

describe("the seeded kinds of files", () => {
  it("the kinds of files begin with the signed contract, and end with the default", async () => {
    const entries = await lists.entriesOf("dateiarten");
    expect(entries.map(({ dateiart_id, dateiart_de, dateiart_en }) => [dateiart_id, dateiart_de, dateiart_en])).toEqual(
      [
        [1, "Vertrag (unterzeichnet)", "Contract (signed)"],
        [2, "Entwurf", "Draft"],
        [3, "Nachtrag", "Amendment"],
        [4, "Anlage", "Annex"],
        [5, "Beschluss", "Resolution"],
        [6, "Kündigung", "Notice"],
        [7, "Bericht", "Report"],
        [OTHER, "Sonstiges", "Other"],
      ],
    );
    expect(entries.filter(({ unterzeichnet }) => unterzeichnet).map(({ dateiart_id }) => dateiart_id)).toEqual([
      SIGNED_CONTRACT,
    ]);
  });

  it("the default kind of files can be renamed, but not deleted, deactivated or replaced", async () => {
    const body = { dateiart_de: "Übriges", dateiart_en: "Rest" };
    expect((await lists.change("dateiarten", OTHER, body)).status).toBe(200);
    expect(await lists.entry("dateiarten", OTHER)).toMatchObject({ ...body, protected: true });
    expect(await lists.remove("dateiarten", OTHER)).toMatchObject(PROTECTED);
    expect(await lists.change("dateiarten", OTHER, { active: false })).toMatchObject(PROTECTED);
    expect(await lists.replace("dateiarten", OTHER, { by: 7 })).toMatchObject(PROTECTED);
    await lists.change("dateiarten", OTHER, { dateiart_de: "Sonstiges", dateiart_en: "Other" });
  });
});

describe("the flag for signed contracts", () => {
  it("the flag for signed contracts stays when it is not named", async () => {
    const id = await lists.add("dateiarten", { unterzeichnet: true });
    await lists.change("dateiarten", id, { dateiart_de: "Vertrag mit Siegel" });
    expect(await lists.entry("dateiarten", id)).toMatchObject({ unterzeichnet: true });
  });

  it("the flag for signed contracts is a boolean", async () => {
    expect(await lists.change("dateiarten", 2, { unterzeichnet: 1 })).toMatchObject(
      errors({ unterzeichnet: ["type"] }),
    );
  });

  it("the flag for signed contracts is not in the global data", async () => {
    const { json } = await admin.get<{ dateiarten: object[] }>("/api/global");
    expect(json.dateiarten).toContainEqual({ dateiart_id: 2, dateiart_de: "Entwurf", dateiart_en: "Draft" });
  });
});

describe("kinds of files in use", () => {
  it("a kind of files counts the files that are not deleted", async () => {
    const dateiart = await lists.add("dateiarten");
    const file = { kind: "members", record: await createMember(db()), dateiart };
    await createStoredFile(db(), file);
    await deleteStoredFile(db(), await createStoredFile(db(), file));
    expect(await lists.entry("dateiarten", dateiart)).toMatchObject({ used: 1 });
  });

  it("a kind of files that is in use cannot be deleted", async () => {
    const dateiart = await lists.add("dateiarten");
    await createStoredFile(db(), { kind: "members", record: await createMember(db()), dateiart });
    expect(await lists.remove("dateiarten", dateiart)).toMatchObject({
      status: 200,
      json: { success: false, message: "reference_in_use", used: 1 },
    });
  });

  it("a deleted file gets the default kind when its own is deleted", async () => {
    const dateiart = await lists.add("dateiarten");
    const file = await createStoredFile(db(), { kind: "members", record: await createMember(db()), dateiart });
    await deleteStoredFile(db(), file);
    expect((await lists.remove("dateiarten", dateiart)).json).toMatchObject({ success: true });
    expect(await kindOf(file)).toBe(OTHER);
  });
});

describe("replacing a kind of files", () => {
  it("replacing a kind of files gives its files the other one", async () => {
    const [old, by] = [await lists.add("dateiarten"), await lists.add("dateiarten")];
    const record = await createProject(db());
    const files = [
      await createStoredFile(db(), { kind: "projects", record, dateiart: old }),
      await createStoredFile(db(), { kind: "projects", record, dateiart: old }),
    ];
    const untouched = await createStoredFile(db(), { kind: "projects", record });
    expect((await lists.replace("dateiarten", old, { by })).json).toMatchObject({ success: true, changed: 2 });
    expect(await Promise.all([...files, untouched].map(kindOf))).toEqual([by, by, SIGNED_CONTRACT]);
    expect(await lists.entry("dateiarten", by)).toMatchObject({ used: 2 });
    expect(await lists.entry("dateiarten", old)).toBeUndefined();
  });

  it("replacing a kind of files is recorded for each file, with its record", async () => {
    const [old, by] = [await lists.add("dateiarten"), await lists.add("dateiarten")];
    const project = await createProject(db(), { projekt_titel: "Labortausch" });
    const member = await createMember(db(), { vorname: "Ada", nachname: "Ritter" });
    const signed = { kind: "projects", record: project, dateiart: old, name: "scan.pdf", bezeichnung: "Rahmenvertrag" };
    const file = await createStoredFile(db(), signed);
    const unnamed = await createStoredFile(db(), { kind: "members", record: member, dateiart: old, name: "cv.pdf" });
    const { json } = await lists.replace("dateiarten", old, { by });
    const change = {
      ...{ action: "update", kind: "files", version: null, relation: null },
      fields: [{ name: "dateiart", old, new: by }],
    };
    const ofProject = { related_kind: "projects", related_id: project, related_label: "Labortausch" };
    const ofMember = { related_kind: "members", related_id: member, related_label: "Ada Ritter" };
    expect(await fileChanges(json.batch)).toEqual([
      { ...change, id: file, label: "Rahmenvertrag", ...ofProject },
      { ...change, id: unnamed, label: "cv.pdf", ...ofMember },
    ]);
  });

  it("replacing a kind of files gives deleted files the other one without recording it", async () => {
    const [old, by] = [await lists.add("dateiarten"), await lists.add("dateiarten")];
    const file = await createStoredFile(db(), { kind: "members", record: await createMember(db()), dateiart: old });
    await deleteStoredFile(db(), file);
    const { json } = await lists.replace("dateiarten", old, { by });
    expect(json).toMatchObject({ success: true, changed: 0 });
    expect(await kindOf(file)).toBe(by);
    expect(await fileChanges(json.batch)).toEqual([]);
  });

  it("replacing a kind of files is reverted as a whole", async () => {
    const [old, by] = [await lists.add("dateiarten"), await lists.add("dateiarten")];
    const file = await createStoredFile(db(), { kind: "members", record: await createMember(db()), dateiart: old });
    const { json } = await lists.replace("dateiarten", old, { by });
    expect((await admin.post(`/api/history/batches/${json.batch}/revert`)).json).toMatchObject({
      ...{ success: true, message: "reverted", changes: 2 },
    });
    expect(await kindOf(file)).toBe(old);
  });

  it("a kind of files cannot be replaced by an inactive one", async () => {
    const [old, by] = [await lists.add("dateiarten"), await lists.add("dateiarten", { active: false })];
    expect(await lists.replace("dateiarten", old, { by })).toMatchObject(errors({ by: ["exists"] }));
  });
});
