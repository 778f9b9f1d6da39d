import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import {
  createMember,
  createThematicField,
  institutionValues,
  memberValues,
  personValues,
  projectValues,
  thematicFieldValues,
} from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";

/*
 * Concurrent saves of different fields of one record do not lose updates and do not leave an
 * invalid record.
 */

type Body = Record<string, unknown>;
type Kind = { values: () => Body; texts: string; others?: Body };

/**
 * The fields that are changed concurrently, each with a separate call: text fields, and other
 * fields with values that differ from those of the builders.
 */
const kinds: Record<string, Kind> = {
  members: {
    values: memberValues,
    texts: "vorname nachname telefon adresse kommentare",
    others: { email: "neu@example.org", titel: 1, institut: 2, fakultaet: 2, einrichtungen: [1, 2], status: [2] },
  },
  projects: {
    values: projectValues,
    texts: "projekt_titel kuendigungsfrist foerderer mittelvolumen drittelmittelanteil kommentare",
    others: { status: 2, einrichtungen: [1, 2], zusammenarbeit_ende_nach_vertrag: 1 },
  },
  institutions: {
    values: institutionValues,
    texts: "name branchen abteilung kontaktperson telefon adresse kommentare",
    others: { email: "neu@example.org", webseite: "https://example.org/neu", organisationsform: -1 },
  },
  persons: {
    values: personValues,
    texts: "vorname nachname telefon adresse abteilung position kommentare",
    others: { email: "neu@example.org", titel: 1 },
  },
  thematicfields: { values: thematicFieldValues, texts: "themenfeld_de themenfeld_en" },
};

/** Several rounds, to increase the chance of a race. */
const ROUNDS = [1, 2, 3, 4];

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

const create = async (path: string, values: Body) =>
  (await api.post<{ data: { lastId: number } }>(`/api/${path}/new`, values)).json.data.lastId;
const load = async (path: string) => (await api.get<{ data: Body }>(path)).json.data;

describe.each(Object.entries(kinds))("%s", (path, { values, texts, others }) => {
  it("many concurrent changes of a record are all kept", async () => {
    for (const round of ROUNDS) {
      const id = await create(path, values());
      const changes: Body = {
        ...Object.fromEntries(texts.split(" ").map((name) => [name, `${name} ${round}`])),
        ...others,
      };
      const answers = await Promise.all(
        Object.entries(changes).map(([name, value]) => api.put(`/api/${path}/${id}`, { [name]: value })),
      );
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      expect(await load(`/api/${path}/${id}`)).toMatchObject(changes);
    }
  });
});

describe("concurrent changes of a project's dates and contract basis", () => {
  const [start, early, late, end] = ["2026-01-31", "2026-02-01", "2026-11-30", "2026-12-31"];
  const contract = { vertragsgrundlage: 1, projektbeginn: start, projektende: end };

  /** Creates a project and saves all changes concurrently. */
  const saveAtOnce = async (before: Body, changes: Body[]) => {
    const path = `/api/projects/${await create("projects", projectValues(before))}`;
    const answers = await Promise.all(changes.map((change) => api.put<Body>(path, change)));
    return { answers, after: await load(path) };
  };

  it("concurrent changes never put the end before the start: the second change is refused", async () => {
    for (const _ of ROUNDS) {
      const { answers, after } = await saveAtOnce(contract, [{ projektbeginn: late }, { projektende: early }]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
      const refusal = answers.find(({ status }) => status === 422);
      expect(refusal?.json).toMatchObject({ errors: { projektende: ["date_order"] } });
      expect([
        [late, end],
        [start, early],
      ]).toContainEqual([after.projektbeginn, after.projektende]);
    }
  });

  it("concurrent changes never leave a date that the contract basis hides", async () => {
    for (const _ of ROUNDS) {
      const { answers, after } = await saveAtOnce(contract, [
        { vertragsgrundlage: 0 },
        { projektende: late },
        { projektbeginn: early },
      ]);
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
      expect(after).toMatchObject({ vertragsgrundlage: 0, projektbeginn: early, projektende: null });
    }
  });

  it("concurrent changes never leave a contract basis without the dates that it needs", async () => {
    for (const _ of ROUNDS) {
      const { answers, after } = await saveAtOnce(contract, [{ vertragsgrundlage: -1 }, { vertragsgrundlage: 1 }]);
      const [dropStatus, keepStatus] = answers.map(({ status }) => status);
      expect(dropStatus).toBe(200);
      // This save is refused if it comes second, because the first one has removed the dates.
      expect([200, 422]).toContain(keepStatus);
      expect(after).toMatchObject({ vertragsgrundlage: -1, projektbeginn: null, projektende: null });
    }
  });
});

it("concurrent bulk changes of the same records add up", async () => {
  const [topic, other] = [await createThematicField(db()), await createThematicField(db())];
  const ids = await Promise.all(
    Array.from({ length: 20 }, () => createMember(db(), { status: [1], themenfelder: [other] })),
  );
  const colleague = await loggedIn();
  const send = (client: Client, order: number[], body: object) =>
    client.post<{ changed: number }>("/api/members/bulk", { ids: order, ...body });
  const answers = await Promise.all([
    send(api, ids, { add: { status: [2] }, remove: { themenfelder: [other] } }),
    send(colleague, ids.toReversed(), { add: { status: [3], themenfelder: [topic] } }),
  ]);
  expect(answers.map(({ json }) => json.changed)).toEqual([20, 20]);
  for (const id of ids) {
    const { headers, json } = await api.get<{ data: object }>(`/api/members/${id}`);
    expect(json.data).toMatchObject({ status: [1, 2, 3], themenfelder: [{ themenfeld_id: topic }] });
    expect(headers.get("etag")).toBe('"3"');
  }
});
