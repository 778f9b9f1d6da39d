import { beforeAll, describe, expect, it } from "vitest";
import { filterParameter } from "@/lib/model/lists/filter-parameters";
import { filterFieldsOf } from "@/lib/model/lists/filters";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { allDefinitions, definitionOf } from "@/lib/model/kinds/registry";
import { dayOf } from "@/lib/model/fields/moments";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { editRecord } from "@/lib/store/records/edit-records";
import {
  createAny,
  createInstitution,
  createMember,
  createPerson,
  createProject,
  createThematicField,
} from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

/*
 * Field filters (contract §10) on real rows. Each group of tests marks its own records with a
 * thematic field or a text.
 */

type List = { total: number; data: Record<string, unknown>[]; next_page_url: string | null };
type Refusal = { message: string; errors: Record<string, string[]> };

let api: Client;
let topic: number;
beforeAll(async () => {
  api = await loggedIn();
  topic = await createThematicField(db());
});

/** Returns the labels of the records that a filter finds, after a check of the reported total. */
async function found(path: string, label: string, where: Record<string, string | number | boolean>, more = "") {
  const query = new URLSearchParams(Object.entries(where).map(([name, value]) => [`where${name}`, String(value)]));
  const { status, json } = await api.get<List>(`/api/${path}?pageSize=100&${query}&${more}`);
  expect(status).toBe(200);
  expect(json.total).toBe(json.data.length);
  return json.data.map((row) => row[label]);
}

describe("filters by field", () => {
  const projects = (where: Parameters<typeof found>[2], more = "") =>
    found("projects", "projekt_titel", where, `topics=${topic}&${more}`);

  beforeAll(async () => {
    const commonValues = {
      vertragsgrundlage: referenceLists.vertragsgrundlagen.rules.fixedTerm,
      themenfelder: [topic],
    };
    await createProject(db(), {
      ...commonValues,
      projekt_titel: "A",
      status: 1,
      projektbeginn: "2023-12-31",
      projektende: "2024-06-30",
      kommentare: "Treffen mit Frau Müller an der Universität Ulm",
      foerderer: "DFG",
      einrichtungen: [-1],
    });
    await createProject(db(), {
      ...commonValues,
      projekt_titel: "B",
      status: 2,
      projektbeginn: "2024-01-01",
      projektende: "2024-12-31",
      kommentare: "100%_ sicher",
      foerderer: "",
    });
    await createProject(db(), {
      projekt_titel: "C",
      status: 3,
      vertragsgrundlage: 0,
      projektbeginn: "2024-12-31",
      themenfelder: [topic],
      kommentare: "",
      foerderer: "BMBF",
    });
  });

  it("filters by select fields match any of several entries", async () => {
    expect(await projects({ "[status][in]": 2 })).toEqual(["B"]);
    expect(await projects({ "[status][in]": "3,1" })).toEqual(["A", "C"]);
    expect(await projects({ "[vertragsgrundlage][in]": 0 })).toEqual(["C"]);
  });

  it("filters by multiselect fields match any of several entries", async () => {
    const { einrichtung_id } = await db().einrichtung.create({
      data: { einrichtung_name_de: "Sternwarte", einrichtung_name_en: "Observatory" },
    });
    await createProject(db(), {
      projekt_titel: "D",
      status: 5,
      vertragsgrundlage: -1,
      einrichtungen: [einrichtung_id, -1],
      themenfelder: [topic],
    });
    expect(await projects({ "[einrichtungen][in]": einrichtung_id })).toEqual(["D"]);
    expect(await projects({ "[einrichtungen][in]": `${einrichtung_id},-1`, "[status][in]": "1,5" })).toEqual([
      "A",
      "D",
    ]);
  });

  it("filters by dates match inclusive ranges and emptiness", async () => {
    expect(await projects({ "[projektbeginn][from]": "2024-01-01" })).toEqual(["B", "C"]);
    expect(await projects({ "[projektbeginn][to]": "2024-01-01" })).toEqual(["A", "B"]);
    const year = { "[projektbeginn][from]": "2024-01-01", "[projektbeginn][to]": "2024-12-31" };
    expect(await projects(year)).toEqual(["B", "C"]);
    expect(await projects({ "[projektbeginn][from]": "2025-01-01", "[projektbeginn][to]": "2024-01-01" })).toEqual([]);
    expect(await projects({ "[projektende][empty]": true })).toEqual(["C", "D"]);
    expect(await projects({ "[projektende][empty]": false })).toEqual(["A", "B"]);
    expect(await projects({ "[projektende][from]": "0001-01-01", "[projektende][to]": "9999-12-31" })).toEqual([
      "A",
      "B",
    ]);
  });

  it("filters by texts match normalized substrings literally, and emptiness", async () => {
    for (const typed of ["müller", "MUELLER an der", "muller", "Mu\u0308ller", "universitaet ulm"]) {
      expect(await projects({ "[kommentare][contains]": typed }), typed).toEqual(["A"]);
    }
    expect(await projects({ "[kommentare][contains]": "0%_" })).toEqual(["B"]);
    expect(await projects({ "[kommentare][contains]": "Ulm Müller" })).toEqual([]);
    // `contains` searches only the given field, not the other fields that the text filter of the
    // list searches.
    expect(await projects({ "[projekt_titel][contains]": "müller" })).toEqual([]);
    expect(await projects({ "[kuendigungsfrist][contains]": "x'); DROP TABLE projects; --" })).toEqual([]);
    expect(await projects({ "[foerderer][empty]": true, "[status][in]": "1,2,3" })).toEqual(["B"]);
    expect(await projects({ "[foerderer][empty]": false, "[status][in]": "1,2,3" })).toEqual(["A", "C"]);
  });

  it("filters by field combine with filter, topics, sorting and pages", async () => {
    const where = { "[status][in]": "1,2,3", "[projektbeginn][from]": "2023-01-01" };
    expect(await projects(where, "sortBy=projektbeginn&sortOrder=desc")).toEqual(["C", "B", "A"]);
    expect(await projects(where, "filter=mueller")).toEqual(["A"]);
    expect(await found("projects", "projekt_titel", where, "topics=2147483647")).toEqual([]);
    const path = `/api/projects?topics=${topic}&where[status][in]=1,2,3&pageSize=2`;
    const { json } = await api.get<List>(path);
    expect(json).toMatchObject({ total: 3, data: [{ projekt_titel: "A" }, { projekt_titel: "B" }] });
    const { json: next } = await api.get<List>(json.next_page_url ?? "");
    expect(next).toMatchObject({ total: 3, data: [{ projekt_titel: "C" }], next_page_url: null });
  });
});

describe("filters by link", () => {
  it("filters by link match any of several records, none or some, and nothing for an unknown record", async () => {
    const [one, two] = [await createInstitution(db()), await createInstitution(db())];
    const mark = "zqverknüpft";
    await createPerson(db(), { nachname: "Eins", kommentare: mark, institution: [one] });
    await createPerson(db(), { nachname: "Zwei", kommentare: mark, institution: [two] });
    await createPerson(db(), { nachname: "Keine", kommentare: mark });
    const persons = (where: Parameters<typeof found>[2]) => found("persons", "nachname", where, `filter=${mark}`);
    expect(await persons({ "[institutionen][any]": one })).toEqual(["Eins"]);
    expect(await persons({ "[institutionen][any]": `${one},${two},2147483647` })).toEqual(["Eins", "Zwei"]);
    expect(await persons({ "[institutionen][any]": 2147483647 })).toEqual([]);
    expect(await persons({ "[institutionen][empty]": true })).toEqual(["Keine"]);
    expect(await persons({ "[institutionen][empty]": false })).toEqual(["Eins", "Zwei"]);
    // `institution` is the form field with the same links as the link list `institutionen`.
    expect(await persons({ "[institution][any]": two })).toEqual(["Zwei"]);
    expect(await persons({ "[themenfelder][empty]": false })).toEqual([]);
  });

  it("filters by link match from either end", async () => {
    const [ph_id, projekt_id] = [await createMember(db()), await createProject(db(), { projekt_titel: "Verbunden" })];
    await api.post(`/api/members/project/${ph_id}/${projekt_id}`);
    expect(await found("projects", "projekt_id", { "[hochschulmitglieder][any]": ph_id })).toEqual([projekt_id]);
    expect(await found("members", "ph_id", { "[kooperationsprojekte][any]": projekt_id })).toEqual([ph_id]);
  });
});

describe("filters by creation and change date", () => {
  const today = dayOf(new Date());
  const institutions = (where: Parameters<typeof found>[2]) =>
    found("institutions", "name", where, "filter=zqzeitpunkt");

  /** Changes the time of a change in the history, bypassing the trigger that forbids this. */
  const moveTo = (id: number, action: string, at: string) =>
    db().$transaction(async (transaction) => {
      await transaction.$executeRaw`SET LOCAL session_replication_role = replica`;
      await transaction.$executeRaw`UPDATE changes SET at = ${at}::timestamptz WHERE kind = 'institutions' AND id = ${id} AND action = ${action}`;
    });

  it("filters by creation and change date use calendar days in the university's time zone, inclusively", async () => {
    const old = await createInstitution(db(), { name: "Alt", kommentare: "zqzeitpunkt" });
    const changed = await createInstitution(db(), { name: "Geändert", kommentare: "zqzeitpunkt" });
    await createInstitution(db(), { name: "Neu", kommentare: "zqzeitpunkt" });
    // In Berlin these times are 23:30 on 9 March and 00:30 on 10 March.
    await moveTo(old, "create", "2024-03-09T22:30:00Z");
    await moveTo(changed, "create", "2024-03-09T23:30:00Z");
    await api.put(`/api/institutions/${changed}`, { branchen: "anders" });

    expect(await institutions({ "[created][to]": "2024-03-09" })).toEqual(["Alt"]);
    expect(await institutions({ "[created][from]": "2024-03-10", "[created][to]": "2024-03-10" })).toEqual([
      "Geändert",
    ]);
    expect(await institutions({ "[created][from]": "2024-03-10" })).toEqual(["Geändert", "Neu"]);
    expect(await institutions({ "[changed][from]": today })).toEqual(["Geändert", "Neu"]);
    expect(await institutions({ "[changed][to]": "2024-12-31" })).toEqual(["Alt"]);
    expect(await institutions({ "[changed][from]": "2024-03-09", "[changed][to]": "2024-03-09" })).toEqual(["Alt"]);
  });

  it("filters by date ignore links as changes, and keep the original creation date of a restored record", async () => {
    const id = await createInstitution(db(), { name: "Wieder da", kommentare: "zqzeitpunkt" });
    await moveTo(id, "create", "2023-05-05T12:00:00Z");
    const person = await createPerson(db());
    await api.post(`/api/persons/institution/${id}/${person}`);
    expect(await institutions({ "[changed][to]": "2023-05-05" })).toEqual(["Wieder da"]);
    await api.delete(`/api/persons/institution/${id}/${person}`);

    await editRecord(commandContext(db()), definitionOf("institution"), { id, remove: true });
    const { json } = await api.get<{ data: { change_id: number }[] }>(
      `/api/history?kind=institutions&id=${id}&action=delete`,
    );
    expect((await api.post(`/api/history/${json.data[0]?.change_id}/revert`)).status).toBe(200);
    expect(await institutions({ "[created][to]": "2023-05-05" })).toEqual(["Wieder da"]);
    expect(await institutions({ "[created][from]": today })).not.toContain("Wieder da");
    expect(await institutions({ "[changed][from]": today })).toContain("Wieder da");
  });
});

const SAMPLE = {
  in: "-1",
  any: "1",
  from: "2024-01-01",
  to: "2024-01-01",
  before: "2024-01-01",
  contains: "a",
  empty: "false",
  plausible: "true",
};

describe.each(allDefinitions.map((definition) => [definition.apiPath, definition] as const))(
  "%s",
  (path, definition) => {
    it("filters accept every operator of every field, alone and combined", async () => {
      await createAny(db(), definition);
      const all = filterFieldsOf(definition).flatMap(({ name, operators, by }) =>
        operators.map((operator) => {
          const list = definition.fields[name]?.reference;
          const isFromOne = list?.includes("status") || by === "derived";
          const value = operator === "in" && isFromOne ? "1" : SAMPLE[operator];
          return `${encodeURIComponent(filterParameter(name, operator))}=${value}`;
        }),
      );
      for (const one of [...all, all.join("&")]) {
        const { status, json } = await api.get<List>(`/api/${path}?${one}`);
        expect(status, `${one} ${JSON.stringify(json)}`).toBe(200);
      }
    });

    it("filters report an unknown field under its full name", async () => {
      for (const name of ["where[nix][in]", "where[created][in]", "where[changed][from]"]) {
        const { status, json } = await api.get<Refusal>(`/api/${path}?${encodeURIComponent(name)}=x`);
        expect(status).toBe(422);
        expect(json.message).toBe("validation_failed");
        expect(Object.keys(json.errors)).toEqual([name]);
      }
    });
  },
);

it("refuses an unknown entry in a filter", async () => {
  const { status, json } = await api.get<Refusal>("/api/projects?where[status][in]=1,99&where[einrichtungen][in]=-1");
  expect(status).toBe(422);
  expect(json.errors).toEqual({ "where[status][in]": ["exists"] });
});

it("returns the choices of filters by field, in the language of the request", async () => {
  const institution = await createInstitution(db(), { name: "Haus der Wahl" });
  const path = `/api/persons/filter_choices?where[institutionen][any]=${institution}`;
  const { status, json } = await api.get<Record<string, { id: number; label: string }[]>>(path);
  expect(status).toBe(200);
  expect(json.institutionen, "those that are named, of too many").toEqual([
    { id: institution, label: "Haus der Wahl" },
  ]);
  expect(
    json.titel?.map(({ id }) => id),
    "all that can be chosen",
  ).toContain(-1);
  expect((await api.get("/api/persons/filter_choices?where[nix][in]=1")).status).toBe(422);
});

it("the parameter ids limits a list to given ids, combined with sorting and other filters", async () => {
  const members = (nachname: string, themenfelder: number[] = []) => createMember(db(), { nachname, themenfelder });
  const [second, first, other] = [
    await members("Zqwahl B", [topic]),
    await members("Zqwahl A"),
    await members("Zqander"),
  ];
  await members("Zqwahl C", [topic]);
  const of = (ids: readonly (number | string)[], more = "") =>
    found("members", "nachname", {}, `ids=${ids.join()}&${more}`);
  expect(await of([second, first, other, 999_999_999])).toEqual(["Zqander", "Zqwahl A", "Zqwahl B"]);
  expect(await of([second, first, other], "filter=zqwahl&sortOrder=desc")).toEqual(["Zqwahl B", "Zqwahl A"]);
  expect(await of([second, first, other], `topics=${topic}`)).toEqual(["Zqwahl B"]);
  const { json } = await api.get<List>(`/api/members?ids=${first}&ids=${other}&pageSize=1`);
  expect(json).toMatchObject({ total: 2, data: [{ nachname: "Zqander" }] });
  const next = await api.get<List>(json.next_page_url ?? "");
  expect(next.json.data).toMatchObject([{ nachname: "Zqwahl A" }]);
  const refused = await api.get<Refusal>(`/api/members?ids=${first},x&pageSize=0`);
  expect(refused).toMatchObject({ status: 422, json: { errors: { ids: ["type"], pageSize: ["type"] } } });
});
