import { expect, it, vi } from "vitest";
import { definitionOf } from "../../records/kinds/registry";
import type { AnyDefinition } from "../../records/kinds/define";
import { createRecords } from "./create-records";
import { commandContext, type Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { recordChanges } from "./record-change";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");
vi.mock("../database/transaction", async (original) => ({
  ...(await original<object>()),
  inTransaction: (context: Context, work: (unit: Context) => unknown) => work(context),
}));
vi.mock("./sql/reference-list-rows", async (original) => ({
  ...(await original<object>()),
  unknownReferences: () => Promise.resolve(null),
}));
// One key for two records: a state that cannot be.
vi.mock("./sql/insert-records", () => ({ insertRecords: () => Promise.resolve([7]), addLinksOfMany: () => [] }));
vi.mock("./record-change", () => ({ recordChanges: vi.fn() }));

it("throws where a created record has no key, instead of writing the history of record 0", async () => {
  const context = commandContext({} as Connection);
  const bodies = ["Eins", "Zwei"].map((name) => ({ themenfeld_de: name, themenfeld_en: name }));
  const topics: AnyDefinition = definitionOf("thematicField");
  await expect(createRecords(context, topics, bodies)).rejects.toThrow("No item at 1 of 1");
  expect(recordChanges).not.toHaveBeenCalled();
});
