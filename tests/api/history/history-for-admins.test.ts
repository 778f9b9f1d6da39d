import { beforeAll, describe, expect, it } from "vitest";
import { db } from "@/lib/store/database/client";
import { createMember, createUser } from "../../support/factories";
import { loggedIn, type Client } from "../../support/api";
import { configure } from "../../support/configure";
import { historyCalls, type Page } from "../../support/records/history";
import { referenceCalls } from "../../support/records/reference";

/*
 * Contract §8: the history shows changes of reference entries and accounts to admins only, whether
 * it is queried with `kind`, without it, or by `batch`.
 */

let admin: Client;
let editor: Client;
let adminId: number;
let lists: ReturnType<typeof referenceCalls>;
let asAdmin: ReturnType<typeof historyCalls>;
let asEditor: ReturnType<typeof historyCalls>;
beforeAll(async () => {
  [admin, editor] = [await loggedIn({ role: "admin" }), await loggedIn({ role: "editor" })];
  adminId = (await admin.get<{ id: number }>("/api/user")).json.id;
  lists = referenceCalls(admin);
  [asAdmin, asEditor] = [historyCalls(admin), historyCalls(editor)];
});

describe("history without a kind", () => {
  it("the history without a kind includes accounts for an admin", async () => {
    const { id } = await createUser(db());
    expect((await asAdmin.changes(""))[0]).toMatchObject({ kind: "users", id, action: "create", revertible: false });
  });

  it("the history without a kind includes reference entries for an admin", async () => {
    const id = await lists.add("fakultaeten");
    expect((await asAdmin.changes(""))[0]).toMatchObject({
      kind: "fakultaeten",
      id,
      action: "create",
      revertible: true,
    });
  });

  it("the history without a kind excludes accounts and reference entries for other users", async () => {
    await createUser(db());
    await lists.add("fakultaeten");
    const member = await createMember(db());
    expect((await asEditor.changes(""))[0]).toMatchObject({ kind: "members", id: member });
  });

  it("the filter by person does not show accounts and reference entries to other users", async () => {
    configure({ HISTORY_PERSON_FILTER: true });
    await lists.add("fakultaeten");
    expect(await asEditor.changes(`user=${adminId}`)).toEqual([]);
    expect((await asAdmin.changes(`user=${adminId}`))[0]).toMatchObject({ kind: "fakultaeten" });
  });

  it.each(["", "action=create", "action=delete", "from=2020-01-01"])(
    "the pages of the history match its total for an admin: %j",
    async (query) => {
      const id = await lists.add("titel");
      await lists.remove("titel", id);
      const { json: first } = await admin.get<Page>(`/api/history?${query}&pageSize=3`);
      const changeIds: number[] = [];
      for (let pageNo = 0; pageNo < first.last_page; pageNo += 1) {
        const { json } = await admin.get<Page>(`/api/history?${query}&pageSize=3&pageNo=${pageNo}`);
        changeIds.push(...json.data.map(({ change_id }) => change_id));
      }
      expect([changeIds.length, new Set(changeIds).size]).toEqual([first.total, first.total]);
    },
  );
});

describe("the batch of a replaced entry", () => {
  async function replaced() {
    const [old, by] = [await lists.add("titel"), await lists.add("titel")];
    const member = await createMember(db(), { titel: old });
    const { json } = await lists.replace("titel", old, { by });
    return { old, member, batch: json.batch };
  }

  it("the batch of a replaced entry includes the entry's deletion for an admin", async () => {
    const { old, member, batch } = await replaced();
    expect(await asAdmin.changes(`batch=${batch}`)).toMatchObject([
      { kind: "titel", id: old, action: "delete", revertible: true },
      { kind: "members", id: member, action: "update", revertible: true },
    ]);
  });

  it("the batch of a replaced entry includes only records for users who are no admins", async () => {
    const { member, batch } = await replaced();
    expect(await asEditor.changes(`batch=${batch}`)).toMatchObject([{ kind: "members", id: member }]);
  });

  it("the batch of a replaced entry is reverted as a whole, once", async () => {
    const { old, member, batch } = await replaced();
    const { json } = await admin.post(`/api/history/batches/${batch}/revert`);
    expect(json).toEqual({ success: true, message: "reverted", changes: 2, skipped: [] });
    expect(await lists.entry("titel", old)).toMatchObject({ used: 1 });
    expect((await asAdmin.load(`members/${member}`)).titel).toBe(old);
    const revertible = (await asAdmin.changes(`batch=${batch}`)).map((change) => change.revertible);
    expect(revertible).toEqual([false, false]);
  });
});
