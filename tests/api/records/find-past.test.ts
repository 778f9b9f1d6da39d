import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { db } from "@/lib/store/database/client";
import { commandContext } from "@/lib/store/database/transaction";
import { findPastIds } from "@/lib/store/records/find-past";
import { createInstitution, createProject } from "../../support/factories";

const ONGOING = { status: 2, vertragsgrundlage: 1, projektbeginn: "2001-01-01", projektende: "2099-12-31" };

describe("findPastIds", () => {
  it.each([
    ["has a status that is flagged as finished", { status: 3 }, true],
    ["ended before today", { projektende: "2001-12-31" }, true],
    ["goes on", {}, false],
  ])("a project that %s", async (_, values, isPast) => {
    const id = await createProject(db(), { ...ONGOING, ...values });
    expect([...(await findPastIds(commandContext(db()), definitionOf("project"), [id]))]).toEqual(isPast ? [id] : []);
  });

  it("finds nothing of a kind whose records do not end", async () => {
    const id = await createInstitution(db());
    expect(await findPastIds(commandContext(db()), definitionOf("institution"), [id])).toEqual(new Set());
  });
});
