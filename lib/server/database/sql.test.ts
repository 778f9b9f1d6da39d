import { describe, expect, it } from "vitest";
import { Prisma } from "../generated/prisma/client";
import { goingAhead, sqlWhile, type Sql } from "./sql";

const { sql } = Prisma;

/** Returns an SQL stub that records statements and responds at once. */
function noting() {
  const sent: string[] = [];
  const send = async (query: TemplateStringsArray | Prisma.Sql | string) => {
    sent.push(query instanceof Prisma.Sql ? query.text : String(query));
    return Promise.resolve([] as never);
  };
  return { sent, noted: { $queryRaw: send, $executeRaw: send, $queryRawUnsafe: send, $executeRawUnsafe: send } as Sql };
}

/** Returns a BEGIN that the test resolves or rejects. */
function awaited() {
  let answer: (error?: Error) => void = () => undefined;
  const beginning = new Promise<void>((resolve, reject) => {
    answer = (error) => (error ? reject(error) : resolve());
  });
  return { beginning, answer };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

describe("Statements of a transaction", () => {
  it("wait for BEGIN, except those sent ahead, whose results wait for it", async () => {
    const { sent, noted } = noting();
    const { beginning, answer } = awaited();
    const connection = sqlWhile(() => true, noted, beginning);
    const answered: string[] = [];
    const read = connection.$queryRaw(goingAhead(sql`SELECT 1`)).then(() => answered.push("read"));
    const write = connection.$executeRaw(sql`UPDATE`).then(() => answered.push("write"));
    await settled();
    expect({ sent, answered }).toEqual({ sent: ["SELECT 1"], answered: [] });
    answer();
    await Promise.all([read, write]);
    expect(sent).toEqual(["SELECT 1", "UPDATE"]);
  });

  it("fail when BEGIN fails, without being sent unless they go ahead", async () => {
    const { sent, noted } = noting();
    const { beginning, answer } = awaited();
    const connection = sqlWhile(() => true, noted, beginning);
    const read = connection.$queryRaw(goingAhead(sql`SELECT 1`));
    const write = connection.$executeRaw(sql`UPDATE`);
    answer(new Error("not begun"));
    await expect(read).rejects.toThrow("not begun");
    await expect(write).rejects.toThrow("not begun");
    expect(sent).toEqual(["SELECT 1"]);
  });

  it("are refused once the transaction has ended", async () => {
    const { sent, noted } = noting();
    const connection = sqlWhile(() => false, noted);
    await expect(connection.$executeRaw(sql`UPDATE`)).rejects.toMatchObject({ code: "57014" });
    expect(sent).toEqual([]);
  });
});
