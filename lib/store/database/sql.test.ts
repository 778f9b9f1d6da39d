import { describe, expect, it } from "vitest";
import { Prisma } from "@/generated/prisma/client";
import { sqlWhile, type Sql } from "./sql";

const { sql } = Prisma;

/** Returns an SQL stub that records statements and responds at once. */
function recordingSql() {
  const sent: string[] = [];
  const send = async (query: TemplateStringsArray | Prisma.Sql | string) => {
    sent.push(query instanceof Prisma.Sql ? query.text : String(query));
    return Promise.resolve([] as never);
  };
  return { sent, noted: { $queryRaw: send, $executeRaw: send, $queryRawUnsafe: send, $executeRawUnsafe: send } as Sql };
}

describe("statements of a transaction", () => {
  it("statements are refused once their transaction has ended", async () => {
    const { sent, noted: recorder } = recordingSql();
    const connection = sqlWhile(() => false, recorder);
    await expect(connection.$executeRaw(sql`UPDATE`)).rejects.toMatchObject({ code: "57014" });
    expect(sent).toEqual([]);
  });
});
