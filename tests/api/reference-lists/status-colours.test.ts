import { beforeAll, describe, expect, it } from "vitest";
import { loggedIn, type Client } from "../../support/api";
import { errors, FORBIDDEN, referenceCalls } from "../../support/records/reference";
import { historyCalls } from "../../support/records/history";

/* Contract §9: the colours of project statuses. */

let admin: Client;
let lists: ReturnType<typeof referenceCalls>;
let calls: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  admin = await loggedIn({ role: "admin" });
  lists = referenceCalls(admin);
  calls = historyCalls(admin);
});

describe("colours of project statuses", () => {
  it("the seeded statuses have colours", async () => {
    const entries = await lists.entriesOf("projekt_status");
    expect(
      entries
        .filter(({ projektstatus_id }) => Number(projektstatus_id) <= 6)
        .map(({ projektstatus_de, farbe }) => [projektstatus_de, farbe]),
    ).toEqual([
      ["in Planung", "blue"],
      ["laufend", "green"],
      ["abgeschlossen", "grey"],
      ["ruhend", "amber"],
      ["abgebrochen", "red"],
      ["beantragt", "violet"],
    ]);
  });

  it("a new status is grey unless its colour is named, and an omitted colour stays", async () => {
    expect(await lists.entry("projekt_status", await lists.add("projekt_status"))).toMatchObject({ farbe: "grey" });
    const id = await lists.add("projekt_status", { farbe: "violet" });
    expect((await lists.change("projekt_status", id, { beendet: true })).status).toBe(200);
    expect(await lists.entry("projekt_status", id)).toMatchObject({ farbe: "violet", beendet: true });
  });

  it.each(["pink", "GREY", "", 7, null, ["red"]])("refuses %j as a colour", async (farbe) => {
    const id = await lists.add("projekt_status", { farbe: "blue" });
    expect(await lists.change("projekt_status", id, { farbe })).toMatchObject(errors({ farbe: ["exists"] }));
    expect(await lists.entry("projekt_status", id)).toMatchObject({ farbe: "blue" });
  });

  it("refuses a colour for lists without colours", async () => {
    expect(await lists.change("zusammenarbeit", 1, { farbe: "red" })).toMatchObject(errors({ farbe: ["unknown"] }));
  });

  it("colours are chosen by admins only", async () => {
    const editor = referenceCalls(await loggedIn({ role: "editor" }));
    expect(await editor.change("projekt_status", 2, { farbe: "red" })).toMatchObject(FORBIDDEN);
  });

  it("a changed colour is recorded in the history and can be reverted", async () => {
    const id = await lists.add("projekt_status", { farbe: "amber" });
    expect((await lists.change("projekt_status", id, { farbe: "red" })).status).toBe(200);
    const [change] = await calls.changes(`kind=projekt_status&id=${id}`);
    expect(change).toMatchObject({ action: "update", fields: [{ name: "farbe", old: "amber", new: "red" }] });
    expect((await calls.revert(change)).json).toMatchObject({ success: true });
    expect(await lists.entry("projekt_status", id)).toMatchObject({ farbe: "amber" });
  });

  it("a deleted status is restored with its colour", async () => {
    const id = await lists.add("projekt_status", { farbe: "green" });
    expect((await lists.remove("projekt_status", id)).status).toBe(200);
    const [change] = await calls.changes(`kind=projekt_status&id=${id}`);
    expect((await calls.revert(change)).json).toMatchObject({ success: true });
    expect(await lists.entry("projekt_status", id)).toMatchObject({ farbe: "green" });
  });

  it("colours are neither in the global data nor in rows of projects", async () => {
    const { text: global } = await admin.get("/api/global").then(({ json }) => ({ text: JSON.stringify(json) }));
    const { json: projects } = await admin.get<object>("/api/projects");
    expect(global).not.toContain('"farbe"');
    expect(JSON.stringify(projects)).not.toContain('"farbe"');
  });
});
