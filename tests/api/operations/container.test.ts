import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { runSql } from "@/scripts/postgres/postgres-cluster";
import { databaseUrl, dropDatabase, uniqueName } from "@/scripts/postgres/throwaway-databases";

/*
 * The entry point of the container image (scripts/container.sh). It runs without a container
 * engine, in folders like those that the Dockerfile assembles.
 */

const ROOT = path.join(import.meta.dirname, "../../..");
const serverUrl = process.env.DATABASE_URL ?? "";
const folder = mkdtempSync(path.join(tmpdir(), "cooperation-image-"));
const [TOOLS, APP] = [path.join(folder, "tools"), path.join(folder, "app")];
const [name, app] = [uniqueName("image"), uniqueName("image_app")];
const asApp = new URL(databaseUrl(serverUrl, name));
Object.assign(asApp, { username: app, password: "secret" });
const settings = {
  PATH: process.env.PATH,
  TOOLS,
  APP,
  AUTH_SECRET: "0123456789abcdef".repeat(2),
  APP_URL: "http://koop.example.org",
  DATABASE_URL: asApp.href,
  MIGRATION_DATABASE_URL: databaseUrl(serverUrl, name),
};

function runContainer(args: string[], env: Record<string, string> = {}) {
  const child = spawn("sh", [path.join(TOOLS, "scripts/container.sh"), ...args], {
    cwd: APP,
    env: { ...settings, ...env } as unknown as NodeJS.ProcessEnv,
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]).then(
    ([[code], out, err]: [unknown[], string, string]) => ({ code, out, err }),
  );
  return { child, ended };
}

beforeAll(async () => {
  const build = spawnSync(process.execPath, [path.join(ROOT, "scripts/container-tools.mjs"), TOOLS], {
    encoding: "utf8",
  });
  expect(build.stderr + String(build.status)).toBe("0");
  mkdirSync(APP);
  writeFileSync(path.join(APP, "server.js"), "console.log(JSON.stringify(process.env))");
  await runSql(serverUrl, `CREATE ROLE ${app} LOGIN PASSWORD 'secret'`);
  await runSql(serverUrl, `CREATE DATABASE ${name} ENCODING 'UTF8' TEMPLATE template0`);
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await dropDatabase(serverUrl, name);
  await runSql(serverUrl, `DROP ROLE ${app}`);
});

it("migrates as the owner, and starts the app without the owner's database URL", async () => {
  const { code, out, err } = await runContainer(["serve"]).ended;
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const appEnv = JSON.parse(out.trim().split("\n").at(-1) ?? "") as Record<string, string>;
  expect(appEnv).toMatchObject({ DATABASE_URL: asApp.href, HOST: "0.0.0.0" });
  expect(appEnv).not.toHaveProperty("MIGRATION_DATABASE_URL");
  expect((await runSql(asApp.href, "SELECT count(*)::int AS entries FROM titel")).rows[0]?.entries).toBeGreaterThan(1);
  const status = await runContainer(["prisma", "migrate", "status"]).ended;
  expect(status).toMatchObject({ code: 0, out: expect.stringContaining("Database schema is up to date") as string });
  const accounts = await runContainer(["user", "list"]).ended;
  expect(accounts).toEqual({ code: 0, out: "There are no accounts yet.\n", err: "" });
}, 180_000);

it("hides the backup key from the app", async () => {
  for (const command of ["serve", "serve-only"]) {
    const { out } = await runContainer([command], { BACKUP_KEY: "0123456789abcdef".repeat(2) }).ended;
    expect(JSON.parse(out.trim().split("\n").at(-1) ?? ""), command).not.toHaveProperty("BACKUP_KEY");
  }
});

it("exits with code 78 and a one-line error when a setting is invalid, and changes nothing", async () => {
  for (const command of ["serve", "prepare", "serve-only"]) {
    const { code, out, err } = await runContainer([command], { AUTH_SECRET: "short" }).ended;
    expect({ command, code, out }).toEqual({ command, code: 78, out: "" });
    expect(err).toMatch(/^Configuration: AUTH_SECRET must have at least 32 characters.*\n$/);
  }
});

it("exits immediately on SIGTERM during the start", async () => {
  // A database that accepts the connection and never responds.
  const silentServer = createServer();
  const connections: Socket[] = [];
  silentServer.on("connection", (socket) => connections.push(socket));
  silentServer.listen(0, "127.0.0.1");
  await once(silentServer, "listening");
  onTestFinished(() => void silentServer.close());
  const { port } = silentServer.address() as AddressInfo;
  const { child, ended } = runContainer(["serve"], { DATABASE_URL: `postgresql://x:y@127.0.0.1:${port}/z` });
  await once(silentServer, "connection");
  const signalledAt = Date.now();
  child.kill("SIGTERM");
  expect(await ended).toEqual({ code: 143, out: "", err: "" });
  expect(Date.now() - signalledAt, "no timeout expired").toBeLessThan(4_000);
  for (const socket of connections) if (!socket.closed) await once(socket.resume(), "close");
});

it("forwards the signal to the app and waits for it to exit", async () => {
  const appFolder = path.join(folder, "serving");
  mkdirSync(appFolder);
  const server = `process.once("SIGTERM", () => setTimeout(() => { console.log("closed"); process.exit(0); }, 200));
    setInterval(() => {}, 1000); console.log("serving");`;
  writeFileSync(path.join(appFolder, "server.js"), server);
  const { child, ended } = runContainer(["serve-only"], { APP: appFolder });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  expect(await ended).toMatchObject({ code: 143, out: expect.stringContaining("closed") as string });
});

it("has only runtime files in /tools, without UI, test or other database packages", () => {
  const files = readdirSync(TOOLS, { recursive: true, encoding: "utf8" });
  const packages = [
    "typescript",
    "playwright-core",
    "@playwright",
    "@types",
    "@base-ui",
    "next",
    "effect",
    "@electric-sql",
  ];
  expect(packages.filter((one) => existsSync(path.join(TOOLS, "node_modules", one)))).toEqual([]);
  expect(files.filter((file) => /\.map$|\.d\.[cm]?ts$|mysql|sqlite|sqlserver|cockroach/.test(file))).toEqual([]);
  const bytes = files.map((file) => statSync(path.join(TOOLS, file))).reduce((sum, one) => sum + one.size, 0);
  expect(bytes / 2 ** 20).toBeLessThan(40);
});
