import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import { db } from "@/lib/store/database/client";
import { dropOldChanges } from "@/lib/features/history/server/history";
import { createProject } from "../../support/factories";
import { configure } from "../../support/configure";
import { loggedIn, type Client } from "../../support/api";
import { activityCalls, recordAt } from "../../support/records/finishes";
import { historyCalls } from "../../support/records/history";
import { csvOf, importCalls } from "../../support/records/imports";
import { names, referenceCalls } from "../../support/records/reference";
import { csvRows } from "../../support/records/spreadsheets";

/*
 * Since when projects are finished, as the history knows it (contract §17). The days that follow from
 * it are tested in lib/model/deadlines, statistics in tests/api/statistics.
 */

const { planned, ongoing, completed, onHold, discontinued, appliedFor } = PROJECT_STATUS;

let api: Client;
let calls: ReturnType<typeof historyCalls>;
let lists: ReturnType<typeof referenceCalls>;
let activity: ReturnType<typeof activityCalls>;
beforeAll(async () => {
  api = await loggedIn({ role: "admin" });
  calls = historyCalls(api);
  lists = referenceCalls(api);
  activity = activityCalls(api);
});
beforeEach(() => recordAt("2020-01-01"));

const changesOf = (id: number) => calls.changes(`kind=projects&id=${id}`);
const newestOf = async (id: number) => (await changesOf(id))[0];

/** Creates an ongoing project without an end on 1 January 2020. */
const ongoingProject = (more: object = {}) => createProject(db(), { status: ongoing, ...more });

async function setStatus(id: number, status: number, moment: string) {
  await recordAt(moment);
  expect((await api.put(`/api/projects/${id}`, { status })).status).toBe(200);
}
async function revert(change: { change_id: number } | undefined, moment: string, body?: object) {
  await recordAt(moment);
  expect(await calls.revert(change, { ...body })).toMatchObject({ status: 200 });
}
const revertNewest = async (id: number, moment: string) => revert(await newestOf(id), moment);

/** Creates an ongoing project that is finished on a day. */
async function finishedProject(day: string, more: object = {}) {
  const id = await ongoingProject(more);
  await setStatus(id, completed, day);
  return id;
}

async function flag(status: number, flags: object, moment = "2024-12-01") {
  await recordAt(moment);
  expect((await lists.change("projekt_status", status, flags)).status).toBe(200);
}
/** Adds a status with the flag `beendet`. */
const finishedStatus = async (beendet = true) => {
  const id = await lists.add("projekt_status");
  await flag(id, { beendet }, "2020-01-01");
  return id;
};

/** Drops all changes before a day, as HISTORY_MONTHS does. */
async function dropChangesBefore(day: string) {
  const months = Math.floor((Date.now() - Date.parse(day)) / 86_400_000 / 30.44);
  configure({ HISTORY_MONTHS: months });
  await dropOldChanges();
}

describe("finishing", () => {
  it("a project is active until the day before the save that finishes it", async () => {
    const id = await ongoingProject();
    expect(await activity.isActive(id, "2030-01-01")).toBe(true);
    await setStatus(id, completed, "2022-05-01");
    await activity.expectFinished(id, "2022-05-01");
  });

  it("a bulk change, an import and SQL finish projects like a save", async () => {
    const [bulk, imported, direct] = [await ongoingProject(), await ongoingProject(), await ongoingProject()];
    await recordAt("2021-03-04");
    const { json } = await api.post("/api/projects/bulk", { ids: [bulk], set: { status: discontinued } });
    expect(json).toMatchObject({ changed: 1 });
    await activity.expectFinished(bulk, "2021-03-04");

    await recordAt("2021-03-05");
    const { bytes } = await api.get(`/api/projects/export?format=csv&ids=${imported}`);
    const changed = csvRows(bytes).map((row) => row.map((cell) => (cell === "laufend" ? "abgeschlossen" : cell)));
    const imports = importCalls(api);
    const preview = await imports.preview("projects", csvOf(...changed));
    expect(preview.json).toMatchObject({ update: 1, refused: 0 });
    await imports.run(preview.id);
    await activity.expectFinished(imported, "2021-03-05");

    await recordAt("2021-03-06");
    await db().$executeRaw`UPDATE projects SET status = ${completed} WHERE projekt_id = ${direct}`;
    await activity.expectFinished(direct, "2021-03-06");
  });

  it.each([
    ["2022-03-27T21:59:59.999Z", "2022-03-27"],
    ["2022-03-27T22:00:00Z", "2022-03-28"],
    ["2022-03-26T23:30:00Z", "2022-03-27"],
    ["2022-10-30T22:30:00Z", "2022-10-30"],
    ["2022-10-30T23:00:00Z", "2022-10-31"],
    ["2022-12-31T23:00:00Z", "2023-01-01"],
  ])("a project that is finished at %s is finished on %s, the day in Berlin", async (moment, day) => {
    await activity.expectFinished(await finishedProject(moment), day);
  });

  it("when a project was finished that was created as finished is not known", async () => {
    const id = await createProject(db(), { status: completed });
    await activity.expectFinished(id, null);
    await setStatus(id, discontinued, "2022-01-01");
    await activity.expectFinished(id, null);
  });

  it("a fixed term that was created as finished is active until its end", async () => {
    const term = { vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2020-06-30" };
    const id = await createProject(db(), { status: completed, ...term });
    expect(await activity.isActive(id, "2020-06-30")).toBe(true);
    expect(await activity.isActive(id, "2020-07-01")).toBe(false);
  });

  it("another finished status, or another field, does not change since when a project is finished", async () => {
    const id = await finishedProject("2021-01-01");
    await setStatus(id, discontinued, "2022-01-01");
    await recordAt("2022-02-02");
    await api.put(`/api/projects/${id}`, { kommentare: "später" });
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a project that is finished a second time is finished since that day, and active in between", async () => {
    const id = await finishedProject("2021-01-01");
    await setStatus(id, ongoing, "2022-01-01");
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
    await setStatus(id, completed, "2023-01-01");
    await activity.expectFinished(id, "2023-01-01");
    expect(await activity.isActive(id, "2021-06-01")).toBe(true);
  });

  it("a project whose contract changes after it was finished is active by its new contract", async () => {
    const id = await finishedProject("2022-01-01");
    const term = { vertragsgrundlage: 1, projektbeginn: "2020-01-01", projektende: "2021-03-31" };
    expect((await api.put(`/api/projects/${id}`, term)).status).toBe(200);
    expect(await activity.isActive(id, "2021-03-31")).toBe(true);
    expect(await activity.isActive(id, "2021-04-01")).toBe(false);
    await api.put(`/api/projects/${id}`, { kuendigungsfrist: "verlängert sich um 6 Monate" });
    expect(await activity.isActive(id, "2021-09-30")).toBe(true);
    expect(await activity.isActive(id, "2021-10-01")).toBe(false);
  });
});

describe("reverts", () => {
  it("a revert of the finishing change makes the project active again, and its revert finishes it as before", async () => {
    const id = await finishedProject("2021-01-01");
    await revertNewest(id, "2022-01-01");
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
    await revertNewest(id, "2023-01-01");
    await activity.expectFinished(id, "2021-01-01");
    await revertNewest(id, "2023-02-01");
    await revertNewest(id, "2023-03-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a revert of the change that made a project unfinished restores the earlier day", async () => {
    const id = await finishedProject("2021-01-01");
    await setStatus(id, ongoing, "2022-01-01");
    await revertNewest(id, "2023-01-01");
    await activity.expectFinished(id, "2021-01-01");
    await setStatus(id, discontinued, "2024-01-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("reverting the second finish and then what undid the first one restores the first day", async () => {
    const id = await finishedProject("2021-01-01");
    await setStatus(id, ongoing, "2022-01-01");
    const undoing = await newestOf(id);
    await setStatus(id, completed, "2023-01-01");
    await revertNewest(id, "2024-01-01");
    await revert(undoing, "2024-02-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a forced revert of a change while the project is finished does not change since when it is", async () => {
    const id = await finishedProject("2021-01-01");
    await setStatus(id, ongoing, "2022-01-01");
    const undoing = await newestOf(id);
    await setStatus(id, discontinued, "2023-01-01");
    await revert(undoing, "2024-01-01", { force: true });
    await activity.expectFinished(id, "2023-01-01");
  });

  it("a revert of a change that a project was created as finished before leaves the day unknown", async () => {
    const id = await createProject(db(), { status: completed });
    await setStatus(id, ongoing, "2022-01-01");
    await revertNewest(id, "2023-01-01");
    await activity.expectFinished(id, null);
  });

  it("a project that is deleted and restored has its day, also when that is undone and redone", async () => {
    const id = await finishedProject("2021-01-01");
    await recordAt("2022-01-01");
    await api.delete(`/api/projects/${id}`);
    const deletion = await newestOf(id);
    await revert(deletion, "2023-01-01");
    await activity.expectFinished(id, "2021-01-01");
    await revertNewest(id, "2023-02-01");
    await revertNewest(id, "2023-03-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a restored project that was created as finished has no day", async () => {
    const id = await createProject(db(), { status: completed });
    await recordAt("2022-01-01");
    await api.delete(`/api/projects/${id}`);
    await revertNewest(id, "2023-01-01");
    await activity.expectFinished(id, null);
  });

  it("a merge that finishes the kept project is a change of it, which its undo takes back", async () => {
    const [keep, drop] = [await ongoingProject(), await finishedProject("2021-01-01")];
    await recordAt("2022-01-01");
    const merged = await api.post<{ batch: string }>(`/api/projects/${keep}/merge`, { drop, take: ["status"] });
    await activity.expectFinished(keep, "2022-01-01");
    await recordAt("2023-01-01");
    expect((await api.post(`/api/history/batches/${merged.json.batch}/revert`, {})).status).toBe(200);
    expect(await activity.isActive(keep, "2025-01-01")).toBe(true);
    await activity.expectFinished(drop, "2021-01-01");
  });
});

describe("flags of a status", () => {
  it("projects are finished since they have the status whose flag is set, and active when it is unset", async () => {
    const status = await finishedStatus(false);
    const id = await ongoingProject();
    await setStatus(id, status, "2022-01-01");
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
    await flag(status, { beendet: true });
    await activity.expectFinished(id, "2022-01-01");
    await flag(status, { beendet: false });
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
  });

  it("the run of a project that passed through the status whose flag is set begins with it", async () => {
    const status = await finishedStatus(false);
    const id = await ongoingProject();
    await setStatus(id, status, "2021-01-01");
    await setStatus(id, completed, "2022-01-01");
    await activity.expectFinished(id, "2022-01-01");
    await flag(status, { beendet: true });
    await activity.expectFinished(id, "2021-01-01");
    await flag(status, { beendet: false });
    await activity.expectFinished(id, "2022-01-01");
  });

  it("a project that was created with the status whose flag is set was finished on an unknown day", async () => {
    const status = await finishedStatus(false);
    const id = await createProject(db(), { status });
    await setStatus(id, completed, "2022-01-01");
    await flag(status, { beendet: true });
    await activity.expectFinished(id, null);
    await flag(status, { beendet: false });
    await activity.expectFinished(id, "2022-01-01");
  });

  it("a revert of the flag's change reads the days anew, too", async () => {
    const status = await finishedStatus(false);
    const id = await ongoingProject();
    await setStatus(id, status, "2022-01-01");
    await flag(status, { beendet: true });
    const [change] = await calls.changes(`kind=projekt_status&id=${status}`);
    await revert(change, "2024-12-02");
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
  });

  it("a project goes by the flags of the day on which it is restored", async () => {
    const status = await finishedStatus(false);
    const id = await ongoingProject();
    await setStatus(id, status, "2022-01-01");
    await recordAt("2023-01-01");
    await api.delete(`/api/projects/${id}`);
    await flag(status, { beendet: true });
    await revertNewest(id, "2025-01-01");
    await activity.expectFinished(id, "2022-01-01");
  });

  it("other changes of a status change no day", async () => {
    const status = await finishedStatus();
    const id = await ongoingProject();
    await setStatus(id, status, "2022-01-01");
    await flag(status, names("projekt_status"));
    await activity.expectFinished(id, "2022-01-01");
  });

  it("replacing a finished status by another one does not change the days, nor does dropping the history of that", async () => {
    const [status, by] = [await finishedStatus(), await finishedStatus()];
    const id = await ongoingProject();
    await setStatus(id, status, "2022-01-01");
    await recordAt("2023-01-01");
    expect((await lists.replace("projekt_status", status, { by })).json).toMatchObject({ changed: 1 });
    await activity.expectFinished(id, "2022-01-01");
    await flag(by, { beendet: false });
    await flag(by, { beendet: true });
    await activity.expectFinished(id, "2022-01-01");
    await dropChangesBefore("2024-06-01");
    await flag(by, { beendet: false });
    await flag(by, { beendet: true });
    await activity.expectFinished(id, "2022-01-01");
  });

  it("a status that was deleted counts with its last flag", async () => {
    const [finished, other] = [await finishedStatus(), await finishedStatus(false)];
    const ids = [await ongoingProject(), await ongoingProject()];
    await setStatus(Number(ids[0]), finished, "2021-01-01");
    await setStatus(Number(ids[1]), other, "2021-01-01");
    for (const id of ids) await setStatus(id, onHold, "2022-01-01");
    for (const status of [finished, other])
      expect((await lists.remove("projekt_status", status)).json).toMatchObject({ success: true });
    await flag(onHold, { beendet: true });
    await activity.expectFinished(Number(ids[0]), "2021-01-01");
    await activity.expectFinished(Number(ids[1]), "2022-01-01");
    await flag(onHold, { beendet: false });
  });

  it("a project with a status that is never active is so on no day, until the flag is unset", async () => {
    const id = await ongoingProject();
    await setStatus(id, appliedFor, "2022-01-01");
    expect(await activity.isActive(id, "2021-01-01")).toBe(false);
    const status = await finishedStatus(false);
    await setStatus(id, status, "2022-02-01");
    expect(await activity.isActive(id, "2021-01-01")).toBe(true);
    await flag(status, { nie_aktiv: true, beendet: true });
    expect(await activity.isActive(id, "2021-01-01")).toBe(false);
    await flag(status, { nie_aktiv: false });
    await activity.expectFinished(id, "2022-02-01");
  });

  it("a project that is never active is not one whose end is unknown", async () => {
    const status = await finishedStatus();
    await flag(status, { nie_aktiv: true });
    const projekt_titel = "Nie gelaufen";
    await createProject(db(), { projekt_titel, status });
    const { json } = await api.get("/api/statistics/projects?filter=Nie+gelaufen&on=2020-01-01");
    expect(json).toMatchObject({ totals: [0], unknown: { no_begin: 0, no_end: 0 } });
  });
});

describe("HISTORY_MONTHS", () => {
  it("a dropped change leaves the day on which it finished the project", async () => {
    const id = await finishedProject("2021-01-01");
    await dropChangesBefore("2024-01-01");
    expect(await changesOf(id)).toEqual([]);
    await activity.expectFinished(id, "2021-01-01");
    await setStatus(id, discontinued, "2025-01-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a flag that is unset and set again leaves the day that the history has dropped", async () => {
    const status = await finishedStatus();
    const id = await ongoingProject();
    await setStatus(id, status, "2021-01-01");
    await dropChangesBefore("2024-01-01");
    await flag(status, { beendet: false });
    expect(await activity.isActive(id, "2025-01-01")).toBe(true);
    await flag(status, { beendet: true });
    await activity.expectFinished(id, "2021-01-01");
  });

  it("reverts restore a day that the history has dropped, also after a second finish", async () => {
    const id = await finishedProject("2021-01-01");
    await dropChangesBefore("2024-01-01");
    await setStatus(id, ongoing, "2025-01-01");
    const undoing = await newestOf(id);
    await setStatus(id, completed, "2025-02-01");
    await revertNewest(id, "2025-03-01");
    await revert(undoing, "2025-04-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a project that is restored after its other changes were dropped has its day", async () => {
    const id = await finishedProject("2021-01-01");
    await recordAt("2025-06-01");
    await api.delete(`/api/projects/${id}`);
    await dropChangesBefore("2024-01-01");
    await revertNewest(id, "2025-07-01");
    await activity.expectFinished(id, "2021-01-01");
  });

  it("a day stays unknown when the history is dropped", async () => {
    const id = await createProject(db(), { status: completed });
    await setStatus(id, planned, "2021-01-01");
    await revertNewest(id, "2021-02-01");
    await dropChangesBefore("2024-01-01");
    await flag(completed, { beendet: false });
    await flag(completed, { beendet: true });
    await activity.expectFinished(id, null);
  });

  it("days of projects that are gone and have no history are deleted", async () => {
    const kept = async (id: number) => [
      await db().projectFinish.count({ where: { projekt_id: id } }),
      await db().droppedStatusChange.count({ where: { projekt_id: id } }),
    ];
    const [gone, restorable, there] = [
      await finishedProject("2021-01-01"),
      await finishedProject("2021-01-01"),
      await finishedProject("2021-01-01"),
    ];
    await recordAt("2022-01-01");
    await api.delete(`/api/projects/${gone}`);
    await recordAt("2025-06-01");
    await api.delete(`/api/projects/${restorable}`);
    await dropChangesBefore("2024-01-01");
    expect(await kept(gone)).toEqual([0, 0]);
    expect(await kept(restorable)).toEqual([1, 2]);
    expect(await kept(there)).toEqual([1, 2]);
  });
});
