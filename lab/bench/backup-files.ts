import "@/scripts/process/check-node";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { CHUNK_BYTES } from "@/lib/store/files/file-contents";
import { getAt } from "@/lib/model/pure/get-at";
import { maxOf } from "@/lib/model/pure/long-lists";
import { reportFailure } from "@/scripts/process/user-facing-error";
import { ROOT } from "@/scripts/root";
import { startInstallation } from "@/tests/support/databases/backups";
import { startTestServer } from "@/scripts/postgres/throwaway-server";
import { measuredOn } from "./tables";

/**
 * Measures backup, verification and restore of files of random bytes, which no program compresses:
 * time, size of the backup, and peak memory of the command with the programs that it starts, and of
 * a PostgreSQL process without shared buffers. Needs PostgreSQL's server programs, Linux, and six
 * times the size on the disk.
 *
 *   npm run bench:backups -- [--gigabytes 1] [--file-megabytes 20]
 */
const { values } = parseArgs({
  options: { gigabytes: { type: "string", default: "1" }, "file-megabytes": { type: "string", default: "20" } },
});
const MIB = 1_048_576;
const FILE_BYTES = Number(values["file-megabytes"]) * MIB;
const FILES = Math.round((Number(values.gigabytes) * 1024 * MIB) / FILE_BYTES);
const KEY = "a key of at least thirty-two characters";
const SAMPLE_MS = 100;

type Process = { pid: number; parent: number; name: string; residentBytes: number; anonymousBytes: number };

/** Reads the processes that run, as reported by Linux. */
function listProcesses(): Process[] {
  return readdirSync("/proc").flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return [];
    try {
      const status = readFileSync(`/proc/${entry}/status`, "utf8");
      const field = (name: string) => new RegExp(`^${name}:\\s+(\\S+)`, "m").exec(status)?.[1] ?? "0";
      const kilobytes = (name: string) => Number(field(name)) * 1024;
      return {
        ...{ pid: Number(entry), parent: Number(field("PPid")), name: field("Name") },
        ...{ residentBytes: kilobytes("VmRSS"), anonymousBytes: kilobytes("RssAnon") },
      };
    } catch {
      // The process has ended.
      return [];
    }
  });
}

type Measured = { seconds: number; node: number; clients: number; postgres: number };

/** Runs a command of package.json, and samples its memory and that of PostgreSQL meanwhile. */
async function measure(
  name: "backup" | "restore",
  args: string[],
  env: Record<string, string>,
  postmaster: number,
): Promise<Measured> {
  const peaks = { node: 0, clients: 0, postgres: 0 };
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--import", "tsx", `scripts/${name}.ts`, ...args], {
    ...{ cwd: ROOT, stdio: "inherit", env: { ...process.env, ...env } },
  });
  const code = new Promise<number | null>((resolve) => child.once("close", resolve));
  while (child.exitCode === null && child.signalCode === null) {
    const running = listProcesses();
    const residentOf = (isMeant: (each: Process) => boolean) =>
      running.filter(isMeant).map((each) => each.residentBytes);
    const anonymous = running.filter(({ parent }) => parent === postmaster).map((each) => each.anonymousBytes);
    peaks.node = maxOf(
      residentOf(({ pid }) => pid === child.pid),
      peaks.node,
    );
    peaks.clients = Math.max(
      peaks.clients,
      residentOf(({ parent }) => parent === child.pid).reduce((sum, bytes) => sum + bytes, 0),
    );
    peaks.postgres = maxOf(anonymous, peaks.postgres);
    await delay(SAMPLE_MS);
  }
  if ((await code) !== 0) throw new Error(`npm run ${name} ${args.join(" ")} failed`);
  return { seconds: (performance.now() - startedAt) / 1000, ...peaks };
}

/** Stores files of random bytes at a member, past the app. @returns the seconds that this took, and the WAL written */
async function storeFiles(url: string): Promise<{ seconds: number; walBytes: number }> {
  const client = new pg.Client(url);
  await client.connect();
  const position = async () =>
    getAt((await client.query<{ lsn: string }>("SELECT pg_current_wal_lsn() AS lsn")).rows, 0).lsn;
  try {
    const [startedAt, startLsn] = [performance.now(), await position()];
    for (let file = 0; file < FILES; file += 1) {
      const { rows } = await client.query<{ content_id: number }>(
        "INSERT INTO file_contents DEFAULT VALUES RETURNING content_id",
      );
      const { content_id } = getAt(rows, 0);
      const hash = createHash("sha256");
      for (let at = 0; at < FILE_BYTES; at += CHUNK_BYTES) {
        const chunk = randomBytes(Math.min(CHUNK_BYTES, FILE_BYTES - at));
        hash.update(chunk);
        await client.query("INSERT INTO file_chunks (content_id, position, data) VALUES ($1, $2, $3)", [
          ...[content_id, at / CHUNK_BYTES, chunk],
        ]);
      }
      await client.query("UPDATE file_contents SET sha256 = $2, bytes = $3 WHERE content_id = $1", [
        ...[content_id, hash.digest("hex"), FILE_BYTES],
      ]);
      await client.query(
        `WITH file AS (INSERT INTO files (kind, record_id) VALUES ('members', 1) RETURNING datei_id)
         INSERT INTO file_versions (datei_id, fassung, name, mime, content_id)
         SELECT datei_id, 1, 'Vertrag.pdf', 'application/pdf', $1 FROM file`,
        [content_id],
      );
    }
    const { rows } = await client.query<{ bytes: string }>("SELECT pg_wal_lsn_diff($1, $2)::text AS bytes", [
      ...[await position(), startLsn],
    ]);
    return { seconds: (performance.now() - startedAt) / 1000, walBytes: Number(getAt(rows, 0).bytes) };
  } finally {
    await client.end();
  }
}

/** Returns the process of the server that a URL leads to. */
async function postmasterOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const pid = getAt((await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows, 0).pid;
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]);
  } finally {
    await client.end();
  }
}

const gigabytes = (bytes: number) => `${(bytes / 1024 / MIB).toFixed(2)} GB`;
const megabytes = (bytes: number) => `${Math.round(bytes / MIB)} MB`;

async function run(): Promise<void> {
  const server = await startTestServer();
  const installation = await startInstallation(server.url);
  const folder = path.join(mkdtempSync(path.join(installation.folder, "files-")), "backups");
  mkdirSync(folder);
  try {
    const postmaster = await postmasterOf(installation.serverUrl);
    const env = {
      ...{ DATABASE_URL: installation.ownerUrl(), MIGRATION_DATABASE_URL: "" },
      ...{ BACKUP_DIR: folder, BACKUP_KEY: KEY },
    };
    const stored = await storeFiles(installation.ownerUrl());
    console.log(`Stored ${FILES} files in ${stored.seconds.toFixed(0)} s, WAL: ${gigabytes(stored.walBytes)}`);
    const backup = await measure("backup", [], env, postmaster);
    const file = path.join(folder, getAt(readdirSync(folder), 0));
    const verification = await measure("backup", ["--verify"], env, postmaster);
    const target = await installation.createEmptyDatabase();
    const targetUrl = { ...env, DATABASE_URL: installation.ownerUrl(target) };
    const restore = await measure("restore", [file], targetUrl, postmaster);
    console.log(
      `\n${measuredOn()} ${FILES} files of ${values["file-megabytes"]} MB, ${gigabytes(FILES * FILE_BYTES)}; `,
    );
    console.log(`backup: ${gigabytes(statSync(file).size)}\n`);
    console.log("| Command | Seconds | Node.js | pg_dump, pg_restore, psql | A PostgreSQL process |");
    console.log("| --- | --: | --: | --: | --: |");
    for (const [name, { seconds, ...peaks }] of Object.entries({ backup, "--verify": verification, restore })) {
      const sizes = [peaks.node, peaks.clients, peaks.postgres].map(megabytes);
      console.log(`| ${[name, seconds.toFixed(0), ...sizes].join(" | ")} |`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
    await installation.stop().finally(() => server.stop());
  }
}

await run().catch((error: unknown) => {
  reportFailure(error);
  process.exitCode = 1;
});
