import { existsSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { readSettings } from "@/scripts/cli/settings";
import {
  type Anything,
  documentsOf,
  filesIn,
  hostsOf,
  LAST_REQUESTS_SECONDS,
  PINNED,
  read,
  ROOT,
  valuesOf,
  variables,
  VERSION,
} from "./files";

const FOLDER = "deploy/kubernetes";
/** Manifests that are optional; `EXAMPLE` must be filled in before it is applied. */
const OPTIONAL = ["pooler.yaml", "monitoring.yaml"];
const EXAMPLE = "secrets.example.yaml";

const documents = Object.fromEntries(filesIn(FOLDER).map((file) => [file, documentsOf(`${FOLDER}/${file}`)]));
const all = Object.values(documents).flat();
const ofKind = (kind: string): Anything[] => all.filter((document) => document.kind === kind);
const [kustomization] = ofKind("Kustomization");
const [cluster] = ofKind("Cluster");
const [deployment] = ofKind("Deployment");
const pod = deployment.spec.template.spec;
const [prepare, app] = [pod.initContainers[0], pod.containers[0]];
const secrets = new Map<string, Anything>(ofKind("Secret").map((secret) => [secret.metadata.name, secret.stringData]));
const settings = Object.fromEntries(
  kustomization.configMapGenerator[0].literals.map((literal: string) => literal.split(/=(.*)/s).slice(0, 2)),
) as Record<string, string>;

/** Returns a plausible value for a secret. */
const exampleSecret = (name: string) =>
  name === "SMTP_URL" ? "smtp://mail.ph.example:587" : "0123456789abcdef0123456789abcdef0123456789abcdef";

/** Returns the environment of a container as Kubernetes would build it. */
function environmentOf(container: Anything): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const { configMapRef, secretRef } of container.envFrom) {
    if (configMapRef?.name === kustomization.configMapGenerator[0].name) Object.assign(environment, settings);
    for (const name of Object.keys(secrets.get(secretRef?.name) ?? {})) environment[name] = exampleSecret(name);
  }
  for (const { name, value, valueFrom } of container.env) {
    environment[name] = valueFrom
      ? exampleSecret(name)
      : value.replace(/\$\((\w+)\)/g, (all: string, variable: string) => environment[variable] ?? all);
  }
  return environment;
}

it("every Kubernetes manifest is part of the kustomization, or is excluded on purpose", () => {
  expect(["kustomization.yaml", ...kustomization.resources, ...OPTIONAL, EXAMPLE].toSorted()).toEqual(
    filesIn(FOLDER).toSorted(),
  );
});

it("every image in the manifests is pinned, and the app's image has the package's version", () => {
  const appImage = kustomization.images[0];
  const images = [...valuesOf("image", all), ...valuesOf("imageName", all)].filter((image) => image !== appImage.name);
  expect(images.length).toBeGreaterThan(1);
  expect(images.filter((image) => !PINNED.test(String(image)))).toEqual([]);
  expect([prepare.image, app.image, appImage.newTag]).toEqual([appImage.name, appImage.name, VERSION]);
});

describe("the app's containers", () => {
  it.each([
    ["prepare", prepare],
    ["app", app],
  ])("container %s gets only known variables, and its settings are valid", (_name, container) => {
    const environment = environmentOf(container);
    expect(Object.keys(environment).filter((name) => !variables.has(name))).toEqual([]);
    const { databaseUrl, migrationUrl, env } = readSettings(environment, "production");
    expect(databaseUrl).toContain(`cooperation_app:${exampleSecret("")}@`);
    // App instances must not have the credentials of the database owner.
    expect(migrationUrl !== undefined).toBe(container === prepare);
    expect(JSON.stringify(environment)).not.toContain("$(");
    expect(env.METRICS_TOKEN).toBeDefined();
  });

  it("the app's containers do not get the backup key", () => {
    for (const container of [prepare, app]) expect(environmentOf(container)).not.toHaveProperty("BACKUP_KEY");
  });

  it("the app's containers run commands that the image supports", () => {
    const commands = read("scripts/container.sh").match(/^ {2}[a-z-]+\)/gm);
    expect(commands).toEqual(expect.arrayContaining([`  ${prepare.args[0]})`, `  ${app.args[0]})`]));
  });

  it("the app's probes use existing routes and the port that the image listens on", () => {
    const probes = [app.startupProbe, app.readinessProbe, app.livenessProbe].map(({ httpGet }) => httpGet);
    expect(probes.map(({ path }) => path)).toEqual(["/api/ready", "/api/ready", "/api/health"]);
    for (const { path: route, port } of probes) {
      expect(existsSync(path.join(ROOT, "app", route, "route.ts"))).toBe(true);
      expect(app.ports.map(({ name }: { name: string }) => name)).toContain(port);
    }
    expect(read("Dockerfile")).toContain(`EXPOSE ${app.ports[0].containerPort}\n`);
    expect(read("Dockerfile")).toContain(`PORT=${app.ports[0].containerPort} `);
  });

  it("the app's container is not restarted when the database is down for minutes", () => {
    const { periodSeconds, failureThreshold } = app.livenessProbe;
    expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(180);
  });

  it("the grace period exceeds the shutdown, whose delay exceeds the time the readiness probe takes to fail", () => {
    const delay = Number(settings.SHUTDOWN_DELAY_SECONDS);
    const { periodSeconds, failureThreshold } = app.readinessProbe;
    expect(delay).toBeGreaterThan(periodSeconds * failureThreshold);
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(delay + LAST_REQUESTS_SECONDS);
  });

  it("the app's containers run without root or capabilities", () => {
    expect(pod.securityContext.runAsNonRoot).toBe(true);
    for (const { securityContext } of [prepare, app]) {
      expect(securityContext).toMatchObject({ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true });
      expect(securityContext.capabilities.drop).toEqual(["ALL"]);
    }
  });
});

describe("routing", () => {
  const services = ofKind("Service").map(({ metadata }) => metadata.name);

  it("the ingress routes the host of APP_URL to the instances", () => {
    const [ingress] = ofKind("Ingress");
    const host = new URL(String(settings.APP_URL)).hostname;
    expect([ingress.spec.tls[0].hosts, ingress.spec.rules[0].host]).toEqual([[host], host]);
    const { name, port } = ingress.spec.rules[0].http.paths[0].backend.service;
    const service = ofKind("Service").find(({ metadata }) => metadata.name === name);
    expect(service.spec.ports[0]).toMatchObject({ name: port.name, targetPort: app.ports[0].name });
    const labels = deployment.spec.template.metadata.labels;
    expect([deployment.spec.selector.matchLabels, service.spec.selector]).toEqual([labels, labels]);
    expect(ofKind("PodDisruptionBudget")[0].spec.selector.matchLabels).toEqual(labels);
    expect(ofKind("PodDisruptionBudget")[0].spec.minAvailable).toBeLessThan(deployment.spec.replicas);
    expect(ofKind("ServiceMonitor")[0].spec.selector.matchLabels).toEqual(service.metadata.labels);
  });

  it("the app's primary URLs point at the leader and its replica URL at each database instance", () => {
    const { name } = cluster.metadata;
    const [appEnvironment, prepareEnvironment] = [environmentOf(app), environmentOf(prepare)];
    const leader = [
      appEnvironment.DATABASE_URL,
      prepareEnvironment.DATABASE_URL,
      prepareEnvironment.MIGRATION_DATABASE_URL,
    ];
    expect(leader.flatMap((address) => hostsOf(String(address)))).toEqual([`${name}-rw`, `${name}-rw`, `${name}-rw`]);
    const replicas = hostsOf(String(appEnvironment.DATABASE_REPLICA_URL));
    expect(replicas).toHaveLength(cluster.spec.instances);
    expect(services).toEqual(expect.arrayContaining(replicas));
    const selected = replicas.map((host) => ofKind("Service").find(({ metadata }) => metadata.name === host));
    expect(selected.map(({ spec }) => spec.selector)).toEqual(
      replicas.map((_, index) => ({ "cnpg.io/cluster": name, "cnpg.io/instanceName": `${name}-${index + 1}` })),
    );
    expect(selected.map(({ spec }) => spec.ports[0].port)).toEqual(replicas.map(() => 5432));
  });

  it("the pooler and the backups use the same database cluster", () => {
    expect(valuesOf("cluster", [ofKind("Pooler"), ofKind("ScheduledBackup")])).toEqual([
      { name: cluster.metadata.name },
      { name: cluster.metadata.name },
    ]);
    expect(read(`${FOLDER}/pooler.yaml`)).toContain(`@${ofKind("Pooler")[0].metadata.name}:5432/`);
    const [store] = ofKind("ObjectStore");
    expect(cluster.spec.plugins[0].parameters.barmanObjectName).toBe(store.metadata.name);
    expect(ofKind("ScheduledBackup")[0].spec.pluginConfiguration.name).toBe(cluster.spec.plugins[0].name);
  });
});

it("the database cluster commits synchronously, so that no acknowledged transaction is lost", () => {
  expect(cluster.spec.postgresql.synchronous).toEqual({
    method: "any",
    number: 1,
    dataDurability: "required",
    failoverQuorum: true,
  });
});

describe("secrets", () => {
  it("Kubernetes secrets occur only in an example with placeholders, which is not applied", () => {
    for (const [name, values] of secrets) {
      for (const [key, value] of Object.entries(values)) {
        if (key === "username") expect([cluster.spec.bootstrap.initdb.owner, "cooperation_app"]).toContain(value);
        else expect([name, value]).toEqual([name, expect.stringMatching(/^<.+>$/)]);
      }
    }
    expect(kustomization.resources).not.toContain(EXAMPLE);
    const otherDocuments = Object.entries(documents).filter(([file]) => file !== EXAMPLE);
    expect(otherDocuments.filter(([, content]) => content.some(({ kind }) => kind === "Secret"))).toEqual([]);
  });

  it("every secret key that a manifest refers to is in the example", () => {
    const keys = [
      ...valuesOf("secretKeyRef", all),
      ...valuesOf("accessKeyId", all),
      ...valuesOf("secretAccessKey", all),
      ...valuesOf("credentials", all),
    ] as { name: string; key: string }[];
    expect(keys.length).toBeGreaterThan(4);
    expect(keys.filter(({ name, key }) => secrets.get(name)?.[key] === undefined)).toEqual([]);
    const secretReferences = [
      ...valuesOf("secretRef", all),
      ...valuesOf("passwordSecret", all),
      cluster.spec.bootstrap.initdb.secret,
    ] as { name: string }[];
    expect(secretReferences.filter(({ name }) => !secrets.has(name))).toEqual([]);
    expect(cluster.spec.managed.roles.map(({ name }: { name: string }) => name)).toEqual(["cooperation_app"]);
  });
});
