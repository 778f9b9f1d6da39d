import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { watchShutdown } from "@/lib/http/entry/shutdown";
import { call } from "../../support/api";

const ready = () => call("GET", "/api/ready");
const READY = { status: 200, json: { success: true } };
const missing = (...needs: string[]) => ({
  status: 503,
  json: { success: false, message: "error_api", missing: needs },
});

let latest = "";
beforeAll(async () => {
  const rows = await db().$queryRaw<{ name: string }[]>`SELECT max(migration_name) AS name FROM _prisma_migrations`;
  latest = rows[0]?.name ?? "";
});

/** Emits SIGTERM to the app's shutdown handler, without ending the test process. */
function emitStopSignal() {
  const others = process.listeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  const restore = watchShutdown(() => undefined);
  onTestFinished(() => {
    restore();
    for (const other of others) process.on("SIGTERM", other);
  });
  process.emit("SIGTERM", "SIGTERM");
}

describe("an instance is ready", () => {
  it("when the database has all migrations of the build, without a login", async () => {
    expect(await ready()).toMatchObject(READY);
  });

  it("also when a newer version has migrated already, since both run side by side during an upgrade", async () => {
    const name = "29991231235959_newer";
    await db().$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES (${name}, '', ${name}, now())`;
    onTestFinished(async () => void (await db().$executeRaw`DELETE FROM _prisma_migrations WHERE id = ${name}`));
    expect(await ready()).toMatchObject(READY);
  });
});

describe("an instance is not ready", () => {
  it("while one of its migrations is missing", async () => {
    await db().$executeRaw`UPDATE _prisma_migrations SET migration_name = 'away' WHERE migration_name = ${latest}`;
    onTestFinished(
      async () =>
        void (await db()
          .$executeRaw`UPDATE _prisma_migrations SET migration_name = ${latest} WHERE migration_name = 'away'`),
    );
    const answer = await ready();
    expect(answer).toEqual(expect.objectContaining(missing("migrations")));
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it.each(["finished_at = NULL", "rolled_back_at = now()"])("while a migration has failed: %s", async (change) => {
    const where = `WHERE migration_name = '${latest}'`;
    await db().$executeRawUnsafe(`UPDATE _prisma_migrations SET ${change} ${where}`);
    onTestFinished(
      async () =>
        void (await db().$executeRawUnsafe(
          `UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = NULL ${where}`,
        )),
    );
    expect(await ready()).toMatchObject(missing("migrations"));
  });

  it("when the database was never migrated", async () => {
    await db().$executeRawUnsafe("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    onTestFinished(
      async () => void (await db().$executeRawUnsafe("ALTER TABLE elsewhere RENAME TO _prisma_migrations")),
    );
    expect(await ready()).toMatchObject(missing("migrations"));
  });

  it("while the database does not respond in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const query = vi.spyOn(db(), "$queryRaw").mockReturnValueOnce(new Promise(() => undefined));
    onTestFinished(() => {
      vi.useRealTimers();
      query.mockRestore();
    });
    const [first, second] = [ready(), ready()];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toMatchObject(missing("database"));
    expect(await second).toMatchObject(missing("database"));
    expect(query).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    expect(await ready()).toMatchObject(READY);
  });

  it("after SIGTERM, while it still answers calls", async () => {
    emitStopSignal();
    expect(await ready()).toMatchObject(missing("running"));
    expect((await call("GET", "/api/health")).status).toBe(200);
  });
});
