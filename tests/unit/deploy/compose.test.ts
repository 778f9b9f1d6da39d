import { execFileSync } from "node:child_process";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readSettings } from "@/scripts/cli/settings";
import {
  type Anything,
  composeOf,
  hostsOf,
  LAST_REQUESTS_SECONDS,
  PINNED,
  read,
  ROOT,
  valuesOf,
  variables,
  VERSION,
} from "./files";

const FOLDER = "deploy/cluster";
const services: Record<string, Anything> = composeOf(`${FOLDER}/compose.yaml`).services;
const names = Object.keys(services);
const named = (prefix: string) => names.filter((name) => name.startsWith(prefix));
const addressesOf = (prefix: string) => named(prefix).map((name) => services[name].networks.cluster.ipv4_address);

const APPS = named("app-");
const ENDING = ["roles", "migrate"];

/** A service's environment, as Compose makes it of an .env whose values are all alike. */
const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name].environment as Record<string, string | number>).map(([key, value]) => [
      key,
      String(value).replace(/\$\{(\w+)[^}]*\}/g, (_, of: string) =>
        of === "APP_URL" ? "http://localhost:8080" : "0123456789abcdef0123456789abcdef",
      ),
    ]),
  );

/** A template as the service would fill it in, by the very script. */
const filledIn = (name: string, file: string): string =>
  execFileSync("sh", [path.join(ROOT, FOLDER, "start.sh"), "fill", file], {
    env: {
      NODE_ENV: "test",
      PATH: process.env.PATH,
      TEMPLATES: path.join(ROOT, FOLDER),
      ...environmentOf(name),
    },
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

it("every image has a version, and those that are built here have this one's", () => {
  const images = names.map((name) => String(services[name].image));
  expect(images.filter((image) => !PINNED.test(image) || !image.endsWith(`:${VERSION}`))).toEqual([]);
  expect(/^FROM (.+)$/m.exec(read(`${FOLDER}/Dockerfile`))?.[1]).toMatch(PINNED);
});

it("whatever goes on running says whether it is well", () => {
  const silent = names.filter((name) => services[name].healthcheck === undefined && !ENDING.includes(name));
  // Of the app the image itself says so.
  expect(silent).toEqual(APPS);
  expect(read("Dockerfile")).toContain("/api/ready");
  expect(ENDING.map((name) => services[name].restart)).toEqual(["no", "no"]);
});

it("whoever is waited for is there", () => {
  const awaited = valuesOf("depends_on", services).flatMap((those) => Object.keys(those as object));
  expect(awaited.length).toBeGreaterThan(10);
  expect(awaited.filter((name) => !names.includes(name))).toEqual([]);
});

describe("the templates", () => {
  it.each([
    ...named("etcd").map((name) => [name, "etcd.yml"]),
    ...named("node").flatMap((name) => [
      [name, "patroni.yml"],
      [name, "pgbackrest.conf"],
    ]),
    ...named("haproxy").map((name) => [name, "haproxy.cfg"]),
    ...named("pgbouncer").map((name) => [name, "pgbouncer.ini"]),
  ])("%s has a value for every name in %s", (name = "", file = "") => {
    expect(filledIn(name, file)).not.toMatch(/@[A-Z_]+@/);
  });

  it("a name that nobody has set ends the container", () => {
    expect(() => filledIn("etcd1", "patroni.yml")).toThrow("Nobody says what");
  });

  it("three etcds know each other", () => {
    const etcds = named("etcd").map((name) => parse(filledIn(name, "etcd.yml")) as Record<string, string>);
    expect(etcds.map(({ name }) => name)).toEqual(named("etcd"));
    const peers = etcds.map((etcd) => `${etcd.name}=${etcd["initial-advertise-peer-urls"]}`).join(",");
    expect(etcds.map((etcd) => etcd["initial-cluster"])).toEqual([peers, peers, peers]);
  });

  it("three Patronis ask them, in time", () => {
    const nodes = named("node").map((name) => parse(filledIn(name, "patroni.yml")));
    expect(nodes.map(({ name }) => name)).toEqual(named("node"));
    const hosts = addressesOf("etcd").map((address) => `${address}:2379`);
    for (const { etcd, bootstrap } of nodes) {
      expect(etcd.hosts).toBe(hosts.join(","));
      const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
      expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    }
  });

  it("each listens on the address that it has in the network", () => {
    for (const name of [...named("etcd"), ...named("node")]) {
      expect(services[name].environment.ADDRESS).toBe(services[name].networks.cluster.ipv4_address);
      expect(services[name].environment.NODE).toBe(name);
    }
  });

  it("both HAProxys lead to the nodes and to the app, both PgBouncers to them", () => {
    const servers = (lines: string) => [...lines.matchAll(/server (\S+) ([\d.]+):/g)].map(([, ...both]) => both);
    const expected = (prefix: string) => named(prefix).map((name, index) => [name, addressesOf(prefix)[index]]);
    for (const name of named("haproxy")) {
      const { APPS: apps, NODES: nodes } = environmentOf(name);
      expect([servers(String(apps)), servers(String(nodes))]).toEqual([expected("app-"), expected("node")]);
    }
    for (const name of named("pgbouncer")) {
      expect(environmentOf(name).WRITE_HOSTS).toBe(addressesOf("haproxy").join(","));
      expect(`0.0.0.0:${environmentOf(name).WRITE_PORT}`).toBe(environmentOf("haproxy-a").WRITES);
    }
  });
});

describe("the app", () => {
  it.each([...APPS, "migrate"])("%s gets variables that there are, and starts with them", (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((variable) => !variables.has(variable))).toEqual([]);
    const { databaseUrl, migrationUrl, env } = readSettings(environment, "production");
    expect(databaseUrl).toContain("pgbouncer=true");
    // Who serves does not get to know the owner, and nobody migrates through PgBouncer.
    expect(migrationUrl).toEqual(name === "migrate" ? expect.not.stringContaining("pgbouncer") : undefined);
    expect(hostsOf(String(env.DATABASE_REPLICA_URL))).toEqual(named("node"));
    const hosts = [databaseUrl, migrationUrl].flatMap((address) => (address === undefined ? [] : hostsOf(address)));
    expect(hosts.filter((host) => !names.includes(host))).toEqual([]);
  });

  it.each(APPS)("%s is not told what .env says for others", (name) => {
    expect(services[name].env_file).toBeDefined();
    const unsaid = { MIGRATION_DATABASE_URL: "", POSTGRES_PASSWORD: "", POSTGRES_APP_PASSWORD: "" };
    expect(services[name].environment).toMatchObject(unsaid);
  });

  it("each instance goes through a PgBouncer of its own", () => {
    const hosts = APPS.flatMap((name) => hostsOf(String(environmentOf(name).DATABASE_URL)));
    expect(hosts).toEqual(named("pgbouncer"));
  });

  it.each(APPS)("%s has the time to end that it takes", (name) => {
    const delay = Number(environmentOf(name).SHUTDOWN_DELAY_SECONDS);
    expect(Number.parseInt(String(services[name].stop_grace_period))).toBeGreaterThan(delay + LAST_REQUESTS_SECONDS);
  });
});

describe.each(["docker-compose.yml", `${FOLDER}/compose.yaml`])("%s", (file) => {
  const withEnvFile = Object.entries<Anything>(composeOf(file).services).filter(([, service]) => service.env_file);

  it("keeps the key of backups from every service that reads .env", () => {
    expect(withEnvFile.map(([name]) => name)).toEqual(expect.arrayContaining(["migrate"]));
    expect(withEnvFile.filter(([, { environment }]) => environment.BACKUP_KEY !== "").map(([name]) => name)).toEqual(
      [],
    );
  });

  it("names the key of backups nowhere else", () => {
    const values = valuesOf("environment", composeOf(file).services).map((environment) => JSON.stringify(environment));
    expect(values.filter((each) => /BACKUP_KEY":"[^"]/.test(each) || each.includes("${BACKUP_KEY"))).toEqual([]);
  });
});

it("no secret has a value here", () => {
  const secrets = names.flatMap((name) =>
    Object.entries(services[name].environment ?? {}).filter(([key]) => /PASSWORD|SECRET|TOKEN/.test(key)),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(([, value]) => value !== "" && !/^\$\{\w+(:\?[^}]+)?\}$/.test(String(value)))).toEqual([]);
});
