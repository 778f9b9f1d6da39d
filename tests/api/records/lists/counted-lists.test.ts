import { beforeAll, describe, expect, it, vi } from "vitest";
import { commandContext, inTransaction } from "@/lib/store/database/transaction";
import { db } from "@/lib/store/database/client";
import { type Prisma } from "@/generated/prisma/client";
import { createMember } from "../../../support/factories";
import { loggedIn, type Client } from "../../../support/api";

let api: Client;
beforeAll(async () => {
  api = await loggedIn();
});

/**
 * Returns the record count that triggers maintain (`maintained`), and the actual number of rows
 * (`actual`).
 */
async function counts(table: "members" | "thematic_fields", kind: string) {
  const [row] = await db().$queryRawUnsafe<[{ maintained: number; actual: number }]>(
    `SELECT (SELECT coalesce(sum(count), 0)::int FROM record_counts WHERE kind = $1) AS maintained,
      (SELECT count(*)::int FROM ${table}) AS actual`,
    kind,
  );
  return row;
}

const total = async (path: string) => ((await api.get(path)).json as { total: number }).total;

describe("maintained record counts", () => {
  it("the record count is right under concurrent writes, which do not wait for each other's transactions", async () => {
    const before = await total("/api/members");
    await inTransaction(commandContext(db()), async ({ connection }) => {
      await createMember(connection);
      // These creates would wait forever if the transaction above had locked a shared counter row.
      await Promise.all(Array.from({ length: 5 }, () => createMember(db())));
      expect(await total("/api/members"), "what is not committed is not counted").toBe(before + 5);
    });
    expect(await total("/api/members")).toBe(before + 6);
    const ids = await db().$queryRaw<{ ph_id: number }[]>`SELECT ph_id FROM members ORDER BY ph_id DESC LIMIT 3`;
    await Promise.all(ids.map(({ ph_id }) => api.delete(`/api/members/${ph_id}`)));
    expect(await total("/api/members")).toBe(before + 3);
    const { maintained, actual } = await counts("members", "members");
    expect(maintained).toBe(actual);
  });

  it("the record count stays right after concurrent compaction of counter rows and after a rollback", async () => {
    const add = (from: number, to: number) =>
      db().$transaction(async (transaction) => {
        for (let index = from; index < to; index += 1) {
          await transaction.$executeRaw`INSERT INTO thematic_fields (themenfeld_de, themenfeld_en) VALUES (${`Zählen ${index}`}, ${`Count ${index}`})`;
        }
      });
    await Promise.all([add(0, 150), add(150, 300), add(300, 450)]);
    await expect(
      db().$transaction(async (transaction) => {
        await transaction.$executeRaw`DELETE FROM thematic_fields WHERE themenfeld_de LIKE 'Zählen 1%'`;
        throw new Error("undone");
      }),
    ).rejects.toThrow("undone");
    const { maintained, actual } = await counts("thematic_fields", "thematicfields");
    expect(maintained).toBe(actual);
    const [{ rows }] = await db().$queryRaw<[{ rows: number }]>`
      SELECT count(*)::int AS rows FROM record_counts WHERE kind = 'thematicfields'`;
    expect(rows, "not one for each").toBeLessThan(440);
  });

  it("the record count is zero after TRUNCATE", async () => {
    await db()
      .$transaction(async (transaction) => {
        await transaction.$executeRaw`TRUNCATE members CASCADE`;
        const [row] = await transaction.$queryRaw<[{ counted: number }]>`
          SELECT coalesce(sum(count), 0)::int AS counted FROM record_counts WHERE kind = 'members'`;
        expect(row.counted).toBe(0);
        throw new Error("as it was");
      })
      .catch((error: Error) => expect(error.message).toBe("as it was"));
  });
});

describe("deep pages of lists", () => {
  const NAMES = Array.from({ length: 1_300 }, (_, index) => `Thema ${String(index).padStart(4, "0")}`);
  const page = async (pageNo: number, order: string) => {
    const path = `/api/thematicfields?pageSize=100&filter=&sortBy=themenfeld_de&sortOrder=${order}&pageNo=${pageNo}`;
    const { json } = await api.get(path);
    return (json as unknown as { data: { themenfeld_de: string }[] }).data.map(({ themenfeld_de }) => themenfeld_de);
  };
  /** Returns all names in the database's sort order. */
  const inOrder = async (order: "asc" | "desc") => {
    const rows = await db().$queryRawUnsafe<{ name: string }[]>(
      `SELECT themenfeld_de AS name FROM thematic_fields ORDER BY themenfeld_de ${order}, themenfeld_id`,
    );
    return rows.map(({ name }) => name);
  };
  const checkPages = async () => {
    for (const order of ["asc", "desc"] as const) {
      const all = await inOrder(order);
      for (const pageNo of [5, 9, 12])
        expect(await page(pageNo, order)).toEqual(all.slice(pageNo * 100, pageNo * 100 + 100));
    }
  };

  /** Returns whether the query of a list page starts at an anchor, and how many rows it skips. */
  async function statementOf(pageNo: number, order: string) {
    const querySpy = vi.spyOn(db(), "$queryRaw");
    await page(pageNo, order);
    const statement = querySpy.mock.calls.findLast(([query]) => "text" in query && query.text.includes("json_agg"));
    querySpy.mockRestore();
    const { text, values } = statement?.[0] as Prisma.Sql;
    return { isFromAnchor: /WHERE (\(r|r)/.test(text), passed: values.findLast((value) => typeof value === "bigint") };
  }

  it("a deep page starts at a cached anchor instead of the first record", async () => {
    await db().$executeRaw`
      INSERT INTO thematic_fields (themenfeld_de, themenfeld_en) SELECT name, name FROM unnest(${NAMES}::text[]) AS name`;
    for (const order of ["asc", "desc"]) {
      // Anchors are loaded in the background when they are first needed.
      await vi.waitFor(async () => expect((await statementOf(9, order)).isFromAnchor).toBe(true));
      expect(await statementOf(9, order)).toEqual({ isFromAnchor: true, passed: 400n });
      expect(await statementOf(4, order)).toEqual({ isFromAnchor: false, passed: 400n });
      await page(4_711, order);
      expect((await statementOf(9, order)).isFromAnchor, "a page past the end forgets nothing").toBe(true);
    }
    await db().$executeRaw`DELETE FROM thematic_fields WHERE themenfeld_de LIKE 'Thema 0%'`;
  });

  it("deep pages stay right after inserts, deletes and renames", async () => {
    await db().$executeRaw`
      INSERT INTO thematic_fields (themenfeld_de, themenfeld_en) SELECT name, name FROM unnest(${NAMES}::text[]) AS name`;
    // The first pass makes the app load anchors in the background; in the second pass pages start
    // at anchors.
    await checkPages();
    await checkPages();
    await db().$executeRaw`INSERT INTO thematic_fields (themenfeld_de, themenfeld_en) VALUES ('Aal', 'Eel')`;
    await checkPages();
    await db()
      .$executeRaw`UPDATE thematic_fields SET themenfeld_de = 'Zz' || themenfeld_de WHERE themenfeld_de LIKE 'Thema 00%'`;
    await checkPages();
    await db().$executeRaw`DELETE FROM thematic_fields WHERE themenfeld_de = 'Aal'`;
    await checkPages();
  });
});
