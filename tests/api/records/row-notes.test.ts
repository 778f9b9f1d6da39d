import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * List rows contain the data for their subtitle, which distinguishes records with the same name
 * (contract §2).
 */

type List = { data: Record<string, unknown>[] };

let api: Client;
let topic: number;
beforeAll(async () => {
  api = await loggedIn();
  topic = await createThematicField(db());
});

const rows = async (path: string) => (await api.get<List>(`/api/${path}?topics=${topic}`)).json.data;

describe("list rows", () => {
  it("a row of a member has its faculty's names", async () => {
    const faculty = await db().fakultaet.create({
      data: { fakultaet_name_de: "Fakultät für Wald", fakultaet_name_en: "Faculty of Woods" },
    });
    await createMember(db(), { fakultaet: faculty.fakultaet_id, themenfelder: [topic] });
    expect(await rows("members")).toMatchObject([
      { fakultaet_name_de: "Fakultät für Wald", fakultaet_name_en: "Faculty of Woods" },
    ]);
  });

  it("a row of a project or a person has its institutions, sorted by name", async () => {
    const [oslo, arhus, zurich] = await Promise.all(
      ["Oslo", "Århus", "Zürich"].map((name) => createInstitution(db(), { name })),
    );
    const named = [
      { partner_institution_id: arhus, name: "Århus" },
      { partner_institution_id: oslo, name: "Oslo" },
      { partner_institution_id: zurich, name: "Zürich" },
    ];
    const project = await createProject(db(), { projekt_titel: "A", themenfelder: [topic] });
    await createProject(db(), { projekt_titel: "B", themenfelder: [topic] });
    for (const { partner_institution_id } of named) {
      await api.post(`/api/projects/institution/${partner_institution_id}/${project}`);
    }
    expect((await rows("projects")).map(({ institutionen }) => institutionen)).toEqual([named, []]);

    const institution = [Number(zurich), Number(oslo)];
    await createPerson(db(), { nachname: "A", institution, themenfelder: [topic] });
    await createPerson(db(), { nachname: "B", themenfelder: [topic] });
    expect((await rows("persons")).map(({ institutionen }) => institutionen)).toEqual([named.slice(1), []]);
  });
});
