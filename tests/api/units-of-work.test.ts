import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { definitionOf } from "@/lib/records/registry";
import { commandContext, inTransaction, lastly } from "@/lib/server/context";
import { createClient, inFrontOf, type Database } from "@/lib/server/db";
import { env } from "@/lib/server/env";
import { Prisma } from "@/lib/server/generated/prisma/client";
import { saveRecord } from "@/lib/server/records";
import { storedRecord } from "@/lib/server/store/record-store";
import { createThematicField } from "../factories";

const { sql } = Prisma;
const definition = definitionOf("thematicField");

let database: Database;
beforeAll(() => {
  database = createClient(env().DATABASE_URL, 2);
});
afterAll(() => database.$disconnect());

const nameOf = async (id: number) => (await storedRecord(database, definition, id))?.values.themenfeld_de;
const renamed = (id: number, name: string) =>
  sql`UPDATE thematic_fields SET themenfeld_de = ${name} WHERE themenfeld_id = ${id}`;

/** The database, and what is sent to it and answered in transactions, in its order. */
function listened() {
  const heard: string[] = [];
  const noted = async <Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> => {
    heard.push(`${what} sent`);
    const answer = await ask();
    heard.push(`${what} answered`);
    return answer;
  };
  const $connection: Database["$connection"] = async (longest) => {
    const connection = await database.$connection(longest);
    const { run, sql: plain } = connection;
    return {
      ...connection,
      run: (text) => noted(text.slice(0, 6), () => run(text)),
      sql: { ...plain, $executeRaw: (query, ...values) => noted("write", () => plain.$executeRaw(query, ...values)) },
    };
  };
  return { heard, connection: inFrontOf(database, { $connection }) as Database };
}

it("a save sends its end along with what it writes last", async () => {
  const id = await createThematicField(database, { themenfeld_de: "Vorher" });
  const { heard, connection } = listened();
  await saveRecord(commandContext(connection), definition, id, { themenfeld_de: "Nachher" });
  const sent = ["write sent", "write sent", "COMMIT sent"];
  expect(heard.slice(2)).toEqual([...sent, "write answered", "write answered", "COMMIT answered"]);
  expect(await nameOf(id)).toBe("Nachher");
});

it("a save that is part of a wider unit of work does not end it", async () => {
  const id = await createThematicField(database, { themenfeld_de: "Vorher" });
  const { heard, connection } = listened();
  const unit = inTransaction(commandContext(connection), async (context) => {
    await saveRecord(context, definition, id, { themenfeld_de: "Zwischendurch" });
    expect(heard.filter((each) => each.startsWith("COMMIT"))).toEqual([]);
    throw new Error("Doch nicht");
  });
  await expect(unit).rejects.toThrow("Doch nicht");
  expect(await nameOf(id)).toBe("Vorher");
});

it("what fails at the end takes along what came before it", async () => {
  const id = await createThematicField(database, { themenfeld_de: "Vorher" });
  const unit = inTransaction(commandContext(database), (context) =>
    lastly(context, [renamed(id, "Nachher"), renamed(id, "x".repeat(256)), renamed(id, "Danach")]),
  );
  await expect(unit).rejects.toMatchObject({ code: "22001" });
  expect(await nameOf(id)).toBe("Vorher");
});

it("what comes when the time is over ends nothing", async () => {
  const id = await createThematicField(database, { themenfeld_de: "Vorher" });
  const unit = inTransaction(
    commandContext(database),
    async (context) => {
      await context.connection.$executeRaw(renamed(id, "Zwischendurch"));
      const read = () => context.connection.$queryRaw`SELECT 1`;
      await vi.waitFor(() => expect(read()).rejects.toMatchObject({ code: "57014" }));
      await lastly(context, [renamed(id, "Nachher")]);
    },
    50,
  );
  await expect(unit).rejects.toMatchObject({ code: "57014" });
  expect(await nameOf(id)).toBe("Vorher");
});
