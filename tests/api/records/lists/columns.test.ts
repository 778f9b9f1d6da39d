import { expect, it } from "vitest";
import { kinds } from "@/lib/model/kinds/registry";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { columnNames } from "@/lib/model/lists/columns";
import { defaultListQuery } from "@/lib/model/lists/list-query";
import { commandContext } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { listWithColumns } from "@/lib/store/records/list-with-columns";
import { createMember, createProject } from "../../../support/factories";
import { loggedIn } from "../../../support/api";

/*
 * Contract §10, "Columns": the chosen columns are stored per user and kind. Only the rows of
 * screens contain additional columns; those of the API do not.
 */

it("columns are stored per kind, reset to the defaults by null, and refused for unknown fields", async () => {
  const [client, other] = [await loggedIn({ role: "reader" }), await loggedIn()];
  const put = async (columns: unknown) => (await client.put("/api/user/preferences", { columns })).status;
  const storedPreferences = async () => (await client.get<{ columns?: object }>("/api/user/preferences")).json.columns;
  expect(await storedPreferences()).toBeUndefined();
  expect(await put({ members: ["nachname", "telefon"] })).toBe(200);
  expect(await put({ projects: ["projektende", "institutionen", "changed"] })).toBe(200);
  expect(await client.put("/api/user/preferences", { record_tab: "overview" })).toMatchObject({ status: 200 });
  expect(await storedPreferences()).toEqual({
    members: ["nachname", "telefon"],
    projects: ["projektende", "institutionen", "changed"],
  });
  expect(await put({ members: null })).toBe(200);
  expect(await storedPreferences()).toEqual({ projects: ["projektende", "institutionen", "changed"] });
  for (const invalid of [{ members: ["projektende"] }, { nothing: [] }, { members: "nachname" }, ["members"], null]) {
    expect(await put(invalid), JSON.stringify(invalid)).toBe(422);
  }
  expect(await storedPreferences()).toEqual({ projects: ["projektende", "institutionen", "changed"] });
  expect((await other.get("/api/user/preferences")).json).toEqual({ record_tab: "base_data", single_keys: true });
});

it("columns keep their widths independently of their selection", async () => {
  const client = await loggedIn({ role: "reader" });
  const put = async (body: object) => (await client.put("/api/user/preferences", body)).status;
  const storedPreferences = async () =>
    (await client.get<{ columns?: object; widths?: object }>("/api/user/preferences")).json;
  const columns = { members: ["nachname", "telefon"] };
  expect(await put({ columns, widths: { members: { telefon: "narrow", nachname: "wide" } } })).toBe(200);
  expect(await put({ widths: { projects: { status: "wide" } } })).toBe(200);
  expect(await storedPreferences()).toMatchObject({
    columns,
    widths: { members: { telefon: "narrow", nachname: "wide" }, projects: { status: "wide" } },
  });
  expect(await put({ widths: { members: { nachname: "narrow" } } })).toBe(200);
  expect(await put({ columns: { members: null }, widths: { projects: null } })).toBe(200);
  expect(await storedPreferences()).toMatchObject({ columns: {}, widths: { members: { nachname: "narrow" } } });
  const invalidWidths = [
    ...[{ members: { projektende: "wide" } }, { nothing: {} }, { members: { nachname: "40px" } }, { members: [] }],
    ...[{ members: { nachname: null } }, null],
  ];
  for (const invalid of invalidWidths) expect(await put({ widths: invalid }), JSON.stringify(invalid)).toBe(422);
  expect((await storedPreferences()).widths).toEqual({ members: { nachname: "narrow" } });
});

it("columns add entry names, first linked records with their total, and timestamps to a screen's rows", async () => {
  const project = await createProject(db(), { projekt_titel: "Spaltenprobe", einrichtungen: [1, 2] });
  const api = await loggedIn();
  for (const nachname of ["D", "B", "A", "C"]) {
    await api.post(`/api/members/project/${await createMember(db(), { nachname })}/${project}`);
  }
  const definition = kinds.project as unknown as AnyDefinition;
  const query = { ...defaultListQuery(definition), filter: "Spaltenprobe" };
  const maxNames = 3;
  const listed = async (columns: string[]) =>
    (await listWithColumns(commandContext(), definition, query, columns, maxNames)).rows[0];
  const withoutExtras = await listed(["projekt_titel"]);
  expect(withoutExtras).not.toHaveProperty("einrichtungen");
  const row = await listed(["einrichtungen", "vertragsgrundlage", "hochschulmitglieder", "created", "changed"]);
  expect(row).toMatchObject({
    einrichtungen: [{ einrichtung_id: 1 }, { einrichtung_id: 2 }],
    grundlage_de: "k. A.",
    hochschulmitglieder: [{ nachname: "A" }, { nachname: "B" }, { nachname: "C" }],
    "hochschulmitglieder.total": 4,
    created: expect.stringMatching(/^\d{4}-.*Z$/) as string,
  });
  expect(row?.changed).toBe(row?.created);
  // Lists with every column of every kind can be loaded.
  for (const kind of Object.values(kinds) as unknown as AnyDefinition[]) {
    await listWithColumns(commandContext(), kind, defaultListQuery(kind), columnNames(kind));
  }
});
