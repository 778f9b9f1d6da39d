import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { db } from "@/lib/store/database/client";
import { createProject } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { csvOf, importCalls, type Preview } from "../../support/records/imports";

/*
 * Imported projects that are finished without a known end count in no statistics (contract §17): the
 * preview counts them, and makes those with an end in the file fixed-term if the user chooses that.
 */

let api: Client;
let imports: ReturnType<typeof importCalls>;
beforeAll(async () => {
  api = await loggedIn({ role: "editor" });
  imports = importCalls(api);
});
/** Deletes the imports of each test, because the number of imports per account is limited. */
afterEach(() => db().import.deleteMany());

const HEADERS = ["Projekttitel", "Status", "Vertragsgrundlage", "Projektbeginn", "Projektende", "Einrichtungen"];
const row = (title: string, status: string, ...[basis, from = "", to = ""]: string[]) => [
  ...[title, status, basis ?? "", from, to, "International Office"],
];
const counts = ({ no_end, with_end, fixed_term }: Preview) => ({ no_end, with_end, fixed_term });
const actions = ({ rows }: Preview) => rows.map(({ action }) => action);
const errors = ({ rows }: Preview) => rows.map((each) => each.errors);
const project = async (id: number | null | undefined) =>
  (await api.get<{ data: Record<string, unknown> }>(`/api/projects/${id}`)).json.data;

describe("finished projects without an end in the file", () => {
  it("the preview counts finished projects whose end is unknown", async () => {
    const table = csvOf(
      HEADERS,
      row("A", "abgeschlossen", "unbefristet", "01.10.2019"),
      row("B", "abgebrochen", "k. A."),
      row("C", "abgeschlossen", "befristet", "01.10.2019", "30.09.2020"),
      row("D", "laufend", "unbefristet", "01.10.2019"),
      row("E", "beantragt", "k. A."),
    );
    const { json } = await imports.preview("projects", table);
    expect(json).toMatchObject({ create: 5, refused: 0 });
    expect(counts(json)).toEqual({ no_end: 2, with_end: 0, fixed_term: 0 });
  });

  it("an update that finishes a project is not counted, as it ends today", async () => {
    const values = { vertragsgrundlage: 0, projektbeginn: "2020-01-01" };
    const running = await createProject(db(), { ...values, projekt_titel: "Läuft", status: PROJECT_STATUS.ongoing });
    const table = csvOf(["ID", "Projekttitel", "Status"], [running, "Läuft", "abgeschlossen"]);
    const { json } = await imports.preview("projects", table);
    expect([actions(json), counts(json)]).toEqual([["update"], { no_end: 0, with_end: 0, fixed_term: 0 }]);
  });

  it("an update of a finished project is counted only if it is unknown when it was finished", async () => {
    const values = { vertragsgrundlage: 0, projektbeginn: "2020-01-01", projekt_titel: "Alt" };
    const unknown = await createProject(db(), { ...values, status: PROJECT_STATUS.completed });
    const known = await createProject(db(), { ...values, status: PROJECT_STATUS.ongoing });
    await api.post("/api/projects/bulk", { ids: [known], set: { status: PROJECT_STATUS.completed } });
    const table = csvOf(["ID", "Projekttitel"], [unknown, "Neu"], [known, "Neu"]);
    const { json } = await imports.preview("projects", table);
    expect([actions(json), counts(json).no_end]).toEqual([["update", "update"], 1]);
  });

  it("an import of another kind counts none", async () => {
    const { json } = await imports.preview("institutions", csvOf(["Name", "Branchen"], ["Haus am Hang", "Hotel"]));
    expect(counts(json)).toEqual({ no_end: 0, with_end: 0, fixed_term: 0 });
  });
});

describe("finished projects with an end that their basis does not take", () => {
  const table = csvOf(
    HEADERS,
    row("Offen", "abgeschlossen", "unbefristet", "01.10.2019", "30.09.2020"),
    row("Leer", "abgeschlossen", "", "01.10.2019", "30.09.2021"),
    row("Verkehrt", "abgeschlossen", "k. A.", "01.10.2022", "30.09.2021"),
    row("Ohne Beginn", "abgeschlossen", "k. A.", "", "30.09.2021"),
    row("Läuft", "laufend", "unbefristet", "01.10.2019", "30.09.2030"),
  );

  it("they are offered to become fixed-term, except for those without a begin", async () => {
    const { json } = await imports.preview("projects", table);
    expect(json).toMatchObject({ create: 0, refused: 5 });
    expect(counts(json)).toEqual({ no_end: 0, with_end: 3, fixed_term: 0 });
  });

  it("those whose ends are left out have no known end, and are still offered", async () => {
    const { json } = await imports.preview("projects", table, { not_applicable: "drop" });
    expect(actions(json)).toEqual(["create", "refused", "create", "create", "create"]);
    expect(counts(json)).toEqual({ no_end: 3, with_end: 3, fixed_term: 0 });
  });

  it("one choice makes all of them fixed-term, and refuses an end before the begin", async () => {
    const { id, json } = await imports.preview("projects", table, { finished: "fixed_term" });
    expect(errors(json)).toEqual([
      {},
      {},
      { projektende: ["date_order"] },
      { projektende: ["not_applicable"] },
      { projektende: ["not_applicable"] },
    ]);
    expect(counts(json)).toEqual({ no_end: 0, with_end: 0, fixed_term: 2 });
    expect(json.rows[0]?.texts.vertragsgrundlage).toEqual({ old: "", new: "befristet" });
    expect((await api.get(`/api/imports/${id}`)).json).toMatchObject({ finished: "fixed_term" });
    expect(await imports.run(id)).toMatchObject({ state: "done", done: 2 });
    const rows = await api.get<Preview["rows"] & { data: Preview["rows"] }>(`/api/imports/${id}/rows`);
    const [first, second] = rows.json.data;
    const fixedTerm = { vertragsgrundlage: 1, projektbeginn: "2019-10-01" };
    expect(await project(first?.id)).toMatchObject({ ...fixedTerm, projektende: "2020-09-30" });
    expect(await project(second?.id)).toMatchObject({ ...fixedTerm, projektende: "2021-09-30" });
  });

  it("the choice leaves projects alone that are not finished or never active", async () => {
    const beantragt = csvOf(HEADERS, row("Antrag", "beantragt", "unbefristet", "01.10.2019", "30.09.2020"));
    const settings = { not_applicable: "drop", finished: "fixed_term" };
    const { json } = await imports.preview("projects", beantragt, settings);
    expect([actions(json), counts(json)]).toEqual([["create"], { no_end: 0, with_end: 0, fixed_term: 0 }]);
  });

  it("the choice makes a stored project fixed-term that a row gives an end", async () => {
    const values = { vertragsgrundlage: 0, projektbeginn: "2020-01-01", status: PROJECT_STATUS.completed };
    const id = await createProject(db(), { projekt_titel: "Gespeichert", ...values });
    const ends = csvOf(["ID", "Projekttitel", "Projektende"], [id, "Gespeichert", "30.09.2022"]);
    const { id: importId, json } = await imports.preview("projects", ends, { finished: "fixed_term" });
    expect([actions(json), counts(json)]).toEqual([["update"], { no_end: 0, with_end: 0, fixed_term: 1 }]);
    await imports.run(importId);
    expect(await project(id)).toMatchObject({ vertragsgrundlage: 1, projektende: "2022-09-30" });
  });

  it("another choice for finished projects is an error", async () => {
    const { json } = await imports.upload("projects", table);
    const refused = await api.put(`/api/imports/${json.id}`, { finished: "drop" });
    expect([refused.status, refused.json.errors]).toEqual([422, { finished: ["type"] }]);
  });
});
