import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { asPostgres, output, start } from "../cluster/machines";
import { configure } from "../cluster/templates";
import { poll } from "@/scripts/process/poll";
import { answers, freePort, runSql } from "@/scripts/postgres/postgres-cluster";
import { prepareNamedDatabase } from "@/scripts/postgres/prepare-database";
import { databaseUrl } from "@/scripts/postgres/throwaway-databases";
import { fill } from "../bench/bench-data";

/**
 * A university. `ownerUrl` is its database's URL for the superuser, `url` that for its own role,
 * and `marker` the name of a record that only this university has.
 */
export type Tenant = { name: string; members: number; ownerUrl: string; url: string; marker: string; password: string };

/**
 * Creates the role and the database of a university, to which no other role may connect, and
 * migrates it.
 */
export async function createTenant(serverUrl: string, name: string, members: number): Promise<Tenant> {
  const password = randomBytes(12).toString("hex");
  await runSql(serverUrl, `CREATE ROLE ${name} LOGIN PASSWORD '${password}'`);
  await runSql(serverUrl, `CREATE DATABASE ${name}`);
  await runSql(serverUrl, `REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
  await runSql(serverUrl, `GRANT CONNECT ON DATABASE ${name} TO ${name}`);
  const ownerUrl = databaseUrl(serverUrl, name);
  const url = new URL(ownerUrl);
  [url.username, url.password] = [name, password];
  await prepareNamedDatabase({ databaseUrl: url.href, migrationUrl: ownerUrl });
  return {
    name,
    members,
    ownerUrl,
    url: url.href,
    marker: `Marke-${name}-${randomBytes(4).toString("hex")}`,
    password,
  };
}

/** Fills a university's database, with a record of a unique name. */
export async function fillTenant({ ownerUrl, members, marker }: Tenant): Promise<void> {
  await fill(ownerUrl, members);
  await runSql(ownerUrl, `UPDATE members SET nachname = '${marker}' WHERE ph_id = 1`);
}

export type Pooling = {
  /** Returns the URL of a university's database through PgBouncer. */
  urlOf: (tenant: Tenant) => string;
  /** Sets the maximum number of concurrent statements per university. */
  limit: (size: number) => Promise<void>;
  /**
   * Returns the number of PgBouncer's open connections by database: from apps (`clients`) and to
   * PostgreSQL (`servers`).
   */
  pools: () => Promise<{ database: string; clients: number; servers: number }[]>;
  stop: () => void;
};

/** Starts one PgBouncer for all universities, with the configuration of deploy/tenants. */
export async function startPooling(folder: string, serverUrl: string, tenants: readonly Tenant[]): Promise<Pooling> {
  const port = await freePort();
  const server = new URL(serverUrl);
  const users = [...tenants.map(({ name, password }) => [name, password]), [server.username, server.password]];
  const userlist = path.join(folder, "userlist.txt");
  writeFileSync(userlist, users.map(([name, password]) => `"${name}" "${password}"\n`).join(""), { mode: 0o600 });
  const write = (size: number) =>
    configure("../tenants/pgbouncer.ini", path.join(folder, "pgbouncer.ini"), {
      TENANTS: tenants
        .map(
          ({ name }) =>
            `${name} = host=${server.hostname} port=${server.port} dbname=${name} pool_size=${size} ` +
            "connect_query='SET statement_timeout = 15000'",
        )
        .join("\n"),
      ...{ PORT: port, FOLDER: folder, ADMIN: server.username, MOST: 150 },
    });
  const file = write(20);
  await output(["chown", "-R", "postgres:postgres", folder]);
  const child = start(asPostgres(["pgbouncer", "--quiet", file]), path.join(folder, "pgbouncer-start.log"));
  const urlThroughPgbouncer = (database: string, user = "", password = "") => {
    const url = new URL(serverUrl);
    [url.port, url.pathname] = [String(port), database];
    if (user) [url.username, url.password] = [user, password];
    url.searchParams.set("pgbouncer", "true");
    return url.href;
  };
  const urlOf = ({ name, password }: Tenant) => urlThroughPgbouncer(name, name, password);
  const [first] = tenants;
  if (!first || !(await poll(() => answers(urlOf(first)), 20_000)))
    throw new Error("PgBouncer does not reach the database");
  const admin = urlThroughPgbouncer("pgbouncer");
  return {
    urlOf,
    async limit(size) {
      write(size);
      await runSql(admin, "RELOAD");
      // Connections beyond the new limit close when clients return them. RECONNECT also closes
      // those that are idle.
      await runSql(admin, "RECONNECT");
    },
    async pools() {
      const { rows } = await runSql(admin, "SHOW POOLS");
      const sum = (row: Record<string, unknown>, prefix: string) =>
        Object.entries(row)
          .filter(([name]) => name.startsWith(prefix) && !name.includes("cancel"))
          .reduce((all, [, value]) => all + Number(value), 0);
      return (rows as Record<string, unknown>[])
        .map((row) => ({ database: String(row.database), clients: sum(row, "cl_"), servers: sum(row, "sv_") }))
        .filter(({ database }) => database !== "pgbouncer");
    },
    stop: () => void child.kill("SIGTERM"),
  };
}
