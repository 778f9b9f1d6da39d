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
const namesWithPrefix = (prefix: string) => names.filter((name) => name.startsWith(prefix));
const addressesOf = (prefix: string) =>
  namesWithPrefix(prefix).map((name) => services[name].networks.cluster.ipv4_address);

const APPS = namesWithPrefix("app-");
const ONE_SHOT = ["roles", "migrate"];

/**
 * Returns the environment of a service as Compose would interpolate it if every .env variable had
 * the same value.
 */
const environmentOf = (name: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(services[name].environment as Record<string, string | number>).map(([key, value]) => [
      key,
      String(value).replace(/\$\{(\w+)(?:\W[^{}]*)?\}/g, (_, variable: string) =>
        variable === "APP_URL" ? "http://localhost:8080" : "0123456789abcdef0123456789abcdef",
      ),
    ]),
  );

/** Fills in a configuration template with the start script of the deployment. */
const fillTemplate = (name: string, file: string): string =>
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

it("every image of the Compose cluster is pinned, and images built here have the package's version", () => {
  const images = names.map((name) => String(services[name].image));
  expect(images.filter((image) => !PINNED.test(image) || !image.endsWith(`:${VERSION}`))).toEqual([]);
});

it("every long-running service of the Compose cluster has a health check", () => {
  const withoutHealthCheck = names.filter(
    (name) => services[name].healthcheck === undefined && !ONE_SHOT.includes(name),
  );
  // The app's health check is part of its image.
  expect(withoutHealthCheck).toEqual(APPS);
  expect(read("Dockerfile")).toContain("/api/ready");
  expect(ONE_SHOT.map((name) => services[name].restart)).toEqual(["no", "no"]);
});

it("every dependency of a Compose service exists", () => {
  const dependencies = valuesOf("depends_on", services).flatMap((dependsOn) => Object.keys(dependsOn as object));
  expect(dependencies.length).toBeGreaterThan(10);
  expect(dependencies.filter((name) => !names.includes(name))).toEqual([]);
});

describe("the configuration templates", () => {
  it.each([
    ...namesWithPrefix("etcd").map((name) => [name, "etcd.yml"]),
    ...namesWithPrefix("node").flatMap((name) => [
      [name, "patroni.yml"],
      [name, "pgbackrest.conf"],
    ]),
    ...namesWithPrefix("haproxy").map((name) => [name, "haproxy.cfg"]),
    ...namesWithPrefix("pgbouncer").map((name) => [name, "pgbouncer.ini"]),
  ])("service %s sets every placeholder in %s", (name = "", file = "") => {
    expect(fillTemplate(name, file)).not.toMatch(/@[A-Z_]+@/);
  });

  it("a configuration placeholder without a value stops the container", () => {
    expect(() => fillTemplate("etcd1", "patroni.yml")).toThrow("Nobody says what");
  });

  it("the three etcd nodes list each other as peers", () => {
    const etcds = namesWithPrefix("etcd").map(
      (name) => parse(fillTemplate(name, "etcd.yml")) as Record<string, string>,
    );
    expect(etcds.map(({ name }) => name)).toEqual(namesWithPrefix("etcd"));
    const peers = etcds.map((etcd) => `${etcd.name}=${etcd["initial-advertise-peer-urls"]}`).join(",");
    expect(etcds.map((etcd) => etcd["initial-cluster"])).toEqual([peers, peers, peers]);
  });

  it("the three Patroni nodes use all etcd nodes, with consistent timeouts", () => {
    const nodes = namesWithPrefix("node").map((name) => parse(fillTemplate(name, "patroni.yml")));
    expect(nodes.map(({ name }) => name)).toEqual(namesWithPrefix("node"));
    const hosts = addressesOf("etcd").map((address) => `${address}:2379`);
    for (const { etcd, bootstrap } of nodes) {
      expect(etcd.hosts).toBe(hosts.join(","));
      const { ttl, loop_wait, retry_timeout } = bootstrap.dcs;
      expect(ttl).toBeGreaterThanOrEqual(loop_wait + 2 * retry_timeout);
    }
  });

  it("each node of the Compose cluster listens on its address in the network", () => {
    for (const name of [...namesWithPrefix("etcd"), ...namesWithPrefix("node")]) {
      expect(services[name].environment.ADDRESS).toBe(services[name].networks.cluster.ipv4_address);
      expect(services[name].environment.NODE).toBe(name);
    }
  });

  it("both HAProxy instances route to the nodes and the app, both PgBouncer instances to HAProxy", () => {
    const servers = (lines: string) => [...lines.matchAll(/server (\S+) ([\d.]+):/g)].map(([, ...both]) => both);
    const expected = (prefix: string) =>
      namesWithPrefix(prefix).map((name, index) => [name, addressesOf(prefix)[index]]);
    for (const name of namesWithPrefix("haproxy")) {
      const { APPS: apps, NODES: nodes } = environmentOf(name);
      expect([servers(String(apps)), servers(String(nodes))]).toEqual([expected("app-"), expected("node")]);
    }
    for (const name of namesWithPrefix("pgbouncer")) {
      expect(environmentOf(name).WRITE_HOSTS).toBe(addressesOf("haproxy").join(","));
      expect(`0.0.0.0:${environmentOf(name).WRITE_PORT}`).toBe(environmentOf("haproxy-a").WRITES);
    }
  });
});

describe("the app", () => {
  it.each([...APPS, "migrate"])("service %s gets only known variables, and its settings are valid", (name) => {
    const environment = environmentOf(name);
    expect(Object.keys(environment).filter((variable) => !variables.has(variable))).toEqual([]);
    const { databaseUrl, migrationUrl, env } = readSettings(environment, "production");
    expect(databaseUrl).toContain("pgbouncer=true");
    // App instances must not have the credentials of the database owner, and migrations must bypass
    // PgBouncer.
    expect(migrationUrl).toEqual(name === "migrate" ? expect.not.stringContaining("pgbouncer") : undefined);
    expect(hostsOf(String(env.DATABASE_REPLICA_URL))).toEqual(namesWithPrefix("node"));
    const hosts = [databaseUrl, migrationUrl].flatMap((address) => (address === undefined ? [] : hostsOf(address)));
    expect(hosts.filter((host) => !names.includes(host))).toEqual([]);
  });

  it.each(APPS)("service %s does not get the .env secrets of other services", (name) => {
    expect(services[name].env_file).toBeDefined();
    const emptySecrets = { MIGRATION_DATABASE_URL: "", POSTGRES_PASSWORD: "", POSTGRES_APP_PASSWORD: "" };
    expect(services[name].environment).toMatchObject(emptySecrets);
  });

  it("each app instance connects through its own PgBouncer", () => {
    const hosts = APPS.flatMap((name) => hostsOf(String(environmentOf(name).DATABASE_URL)));
    expect(hosts).toEqual(namesWithPrefix("pgbouncer"));
  });

  it.each(APPS)("service %s has a stop grace period longer than its shutdown", (name) => {
    const delay = Number(environmentOf(name).SHUTDOWN_DELAY_SECONDS);
    expect(Number.parseInt(String(services[name].stop_grace_period))).toBeGreaterThan(delay + LAST_REQUESTS_SECONDS);
  });
});

it.each([
  ["the app", /^ARG NODE_IMAGE=(.+)$/m.exec(read("Dockerfile"))?.[1]],
  ["the database", composeOf("docker-compose.yml").services.db.image],
  ["the cluster's other parts", /^FROM (\S+)$/m.exec(read(`${FOLDER}/Dockerfile`))?.[1]],
])("the base image of %s is pinned by version and digest", (_, image) => {
  const [tag, digest] = String(image).split("@");
  expect(tag).toMatch(PINNED);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
});

describe.each(["docker-compose.yml", `${FOLDER}/compose.yaml`])("%s", (file) => {
  const withEnvFile = Object.entries<Anything>(composeOf(file).services).filter(([, service]) => service.env_file);

  it("a Compose file hides the backup key from every service that reads .env", () => {
    expect(withEnvFile.map(([name]) => name)).toEqual(expect.arrayContaining(["migrate"]));
    expect(withEnvFile.filter(([, { environment }]) => environment.BACKUP_KEY !== "").map(([name]) => name)).toEqual(
      [],
    );
  });

  it("no service of a Compose file gets the backup key", () => {
    const values = valuesOf("environment", composeOf(file).services).map((environment) => JSON.stringify(environment));
    expect(values.filter((each) => /BACKUP_KEY":"[^"]/.test(each) || each.includes("${BACKUP_KEY"))).toEqual([]);
  });
});

it("no secret is hard-coded in the Compose cluster", () => {
  const secrets = names.flatMap((name) =>
    Object.entries(services[name].environment ?? {}).filter(([key]) => /PASSWORD|SECRET|TOKEN/.test(key)),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(([, value]) => value !== "" && !/^\$\{\w+(:\?[^}]+)?\}$/.test(String(value)))).toEqual([]);
});
