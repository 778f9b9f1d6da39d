import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { db } from "@/lib/store/database/client";
import { watchShutdown } from "@/lib/http/entry/shutdown";
import { call } from "../../support/api";

const ready = () => call("GET", "/api/ready");
const READY = { status: 200, json: { success: true } };
const notReady = (...needs: string[]) => ({
  status: 503,
  json: { success: false, message: "error_api", missing: needs },
});

let latestMigration = "";
beforeAll(async () => {
  const rows = await db().$queryRaw<{ name: string }[]>`SELECT max(migration_name) AS name FROM _prisma_migrations`;
  latestMigration = rows[0]?.name ?? "";
});

/** Emits SIGTERM to the app's shutdown handler, without ending the test process. */
function emitStopSignal() {
  const listeners = process.listeners("SIGTERM");
  process.removeAllListeners("SIGTERM");
  const restore = watchShutdown(() => undefined);
  onTestFinished(() => {
    restore();
    for (const listener of listeners) process.on("SIGTERM", listener);
  });
  process.emit("SIGTERM", "SIGTERM");
}

describe("ready instances", () => {
  it("an instance is ready when the database has all migrations of the build, without a login", async () => {
    expect(await ready()).toMatchObject(READY);
  });

  it("an instance stays ready when a newer version has migrated, as during an upgrade", async () => {
    const name = "29991231235959_newer";
    await db().$executeRaw`INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at)
      VALUES (${name}, '', ${name}, now())`;
    onTestFinished(async () => void (await db().$executeRaw`DELETE FROM _prisma_migrations WHERE id = ${name}`));
    expect(await ready()).toMatchObject(READY);
  });
});

describe("instances that are not ready", () => {
  it("an instance is not ready while one of its migrations is missing", async () => {
    await db()
      .$executeRaw`UPDATE _prisma_migrations SET migration_name = 'away' WHERE migration_name = ${latestMigration}`;
    onTestFinished(
      async () =>
        void (await db()
          .$executeRaw`UPDATE _prisma_migrations SET migration_name = ${latestMigration} WHERE migration_name = 'away'`),
    );
    const answer = await ready();
    expect(answer).toEqual(expect.objectContaining(notReady("migrations")));
    expect(answer.headers.get("retry-after")).toBe("5");
  });

  it.each(["finished_at = NULL", "rolled_back_at = now()"])(
    "an instance is not ready while a migration has failed: %s",
    async (change) => {
      const where = `WHERE migration_name = '${latestMigration}'`;
      await db().$executeRawUnsafe(`UPDATE _prisma_migrations SET ${change} ${where}`);
      onTestFinished(
        async () =>
          void (await db().$executeRawUnsafe(
            `UPDATE _prisma_migrations SET finished_at = now(), rolled_back_at = NULL ${where}`,
          )),
      );
      expect(await ready()).toMatchObject(notReady("migrations"));
    },
  );

  it("an instance is not ready when the database was never migrated", async () => {
    await db().$executeRawUnsafe("ALTER TABLE _prisma_migrations RENAME TO elsewhere");
    onTestFinished(
      async () => void (await db().$executeRawUnsafe("ALTER TABLE elsewhere RENAME TO _prisma_migrations")),
    );
    expect(await ready()).toMatchObject(notReady("migrations"));
  });

  it("an instance is not ready while the database does not respond in time", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const query = vi.spyOn(db(), "$queryRaw").mockReturnValueOnce(new Promise(() => undefined));
    onTestFinished(() => {
      vi.useRealTimers();
      query.mockRestore();
    });
    const [first, second] = [ready(), ready()];
    await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await first).toMatchObject(notReady("database"));
    expect(await second).toMatchObject(notReady("database"));
    expect(query).toHaveBeenCalledTimes(1);
    vi.useRealTimers();
    expect(await ready()).toMatchObject(READY);
  });

  it("an instance is not ready after SIGTERM, but still answers calls", async () => {
    emitStopSignal();
    expect(await ready()).toMatchObject(notReady("running"));
    expect((await call("GET", "/api/health")).status).toBe(200);
  });
});
