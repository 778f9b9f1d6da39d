import ICAL from "ical.js";
import { beforeAll, describe, expect, it } from "vitest";
import { dayOf } from "@/lib/model/fields/moments";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { referenceLists } from "@/lib/model/reference-lists/reference-lists";
import { db } from "@/lib/store/database/client";
import { call, loggedIn, type Client } from "../../support/api";
import { createProject, createThematicField } from "../../support/factories";
import { insertMany } from "../../support/databases/insert-many";

/* Contract §10: the deadlines of listed projects as a calendar file. */

const { fixedTerm } = referenceLists.vertragsgrundlagen.rules;

let api: Client;
let topic: number;
beforeAll(async () => {
  api = await loggedIn({ role: "reader" });
  topic = await createThematicField(db());
});

const createTerm = (projektende: string, values: object = {}) =>
  createProject(db(), {
    vertragsgrundlage: fixedTerm,
    projektbeginn: "2020-01-01",
    projektende,
    kuendigungsfrist: "",
    status: PROJECT_STATUS.ongoing,
    themenfelder: [topic],
    ...values,
  });

async function exported(query: string, options = {}) {
  const answer = await api.get(`/api/projects/export?format=ics&${query}`, options);
  const text = new TextDecoder().decode(answer.bytes);
  const events =
    answer.status === 200 ? new ICAL.Component(ICAL.parse(text) as object[]).getAllSubcomponents("vevent") : [];
  return { ...answer, events: events.map((component) => new ICAL.Event(component)) };
}
const uidsOf = async (query: string) => (await exported(query)).events.map(({ uid }) => uid);

describe("the export of deadlines as a calendar", () => {
  it("has the deadlines of the listed projects alone, with the UIDs of the feed, in order of day", async () => {
    const late = await createTerm("2095-12-31", { projekt_titel: "Spät", kuendigungsfrist: "3 Monate" });
    const early = await createTerm("2090-12-31", { projekt_titel: "Früh" });
    await createTerm("2091-12-31", { themenfelder: [] });
    await createTerm("2092-12-31", { status: PROJECT_STATUS.completed });
    const { headers, events } = await exported(`topics=${topic}&sortBy=projekt_titel&sortOrder=desc`);
    expect(events.map(({ uid, summary, startDate }) => [uid, summary, startDate.toString()])).toEqual([
      [`${early}-end@localhost:3000`, "Vertragsende: Früh", "2090-12-31"],
      [`${late}-last_notice@localhost:3000`, "Letzter Kündigungstag: Spät", "2095-09-30"],
      [`${late}-end@localhost:3000`, "Vertragsende: Spät", "2095-12-31"],
    ]);
    expect(headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(headers.get("content-disposition")).toBe(
      `attachment; filename=Kooperationsprojekte-${dayOf(new Date())}.ics`,
    );
    expect(await uidsOf(`ids=${early}`)).toEqual([`${early}-end@localhost:3000`]);
    expect(await uidsOf(`topics=${topic}&where[projektende][from]=2094-01-01&pageNo=9&pageSize=1`)).toHaveLength(2);
    const english = await exported(`ids=${early}`, { headers: { "accept-language": "en" } });
    expect(english.events.map(({ summary }) => summary)).toEqual(["End of contract: Früh"]);
  });

  it("is an empty calendar if no project is listed", async () => {
    expect(await exported("filter=gibtesnicht")).toMatchObject({ status: 200, events: [] });
  });

  it("has at most 2,000 events, the first ones", async () => {
    await insertMany`
      INSERT INTO projects (projekt_titel, vertragsgrundlage, projektbeginn, projektende, status)
      SELECT 'Vielfrist ' || n, ${fixedTerm}::int, '2020-01-01', '2100-01-01'::date + n, ${PROJECT_STATUS.ongoing}::int
      FROM generate_series(1, 2001) AS n`;
    const { events } = await exported("filter=Vielfrist");
    expect(events).toHaveLength(2_000);
    expect(events.at(0)?.startDate.toString()).toBe("2100-01-02");
    const days = events.map(({ startDate }) => startDate.toString());
    expect(days).toEqual(days.toSorted());
  });

  it.each(allDefinitions.map(({ apiPath }) => apiPath).filter((path) => path !== "projects"))(
    "is refused as an unknown format for %s",
    async (path) => {
      expect(await api.get(`/api/${path}/export?format=ics`)).toMatchObject({
        status: 422,
        json: { errors: { format: ["type"] } },
      });
    },
  );

  it.each([
    ["format=ics&format=csv", { format: ["type"] }],
    ["format=ics&columns=passwort", { columns: ["unknown"] }],
    ["format=ics&where[status][in]=999", { "where[status][in]": ["exists"] }],
  ])("refuses %s", async (query, errors) => {
    expect(await api.get(`/api/projects/export?${query}`)).toMatchObject({ status: 422, json: { errors } });
  });

  it("needs a login", async () => {
    expect((await call("GET", "/api/projects/export?format=ics")).status).toBe(401);
  });
});
