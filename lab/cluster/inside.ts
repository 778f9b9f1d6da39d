import { randomBytes } from "node:crypto";
import { seedDemoData, ensureUser } from "@/prisma/seed-data";
import { createClient } from "@/lib/store/database/client";
import { DEMO_USER } from "@/scripts/postgres/demo-user";
import { poll } from "@/scripts/process/poll";
import { prepareNamedDatabase } from "@/scripts/postgres/prepare-database";
import { answers, runSql } from "@/scripts/postgres/postgres-cluster";
import { reportFailure } from "@/scripts/process/user-facing-error";
import { backUpAndRestore, createStanza } from "./backups";
import { Visitor } from "./client";
import { APP_ROLE, appUrl, type Edge, OWNER, ownerUrl, startEdge, startProxies } from "./edge";
import { type Cluster, type Fault, faults, leaderDies } from "./faults";
import { findDamagedFiles, findLosses, findUploadLosses } from "./find-losses";
import { Load, type Login } from "./load";
import { createNetwork } from "./machines";
import { type Nodes, startNodes } from "./nodes";
import { type Outcome, printBackups, printFailovers, printOutcomes, log, logOutcome } from "./report";

/*
 * Runs inside the namespaces that run.ts creates: starts a cluster, puts load on it, and injects
 * one fault after the other.
 */

const [root = "", failovers = "20", only = ""] = process.argv.slice(2);
/**
 * Minimum time for which the load continues after a fault, and (below) maximum time until writes
 * work again.
 */
const MIN_LOAD_MS = 8_000;
const TIMEOUT_MS = 90_000;

async function createRoles(nodes: Nodes): Promise<void> {
  const leader = await poll(() => nodes.leader(), 60_000);
  if (!leader) throw new Error("No node leads");
  const maintenance = nodes.url(leader, "postgres", "postgres");
  for (const role of [OWNER, APP_ROLE]) {
    await runSql(maintenance, `CREATE ROLE ${role} LOGIN PASSWORD '${nodes.password}'`);
  }
  await runSql(maintenance, `CREATE DATABASE cooperation OWNER ${OWNER}`);
}

async function prepare(nodes: Nodes): Promise<void> {
  await nodes.waitUntilHealthy();
  // HAProxy considers every server healthy until it has checked it for the first time, so this
  // waits until both URLs reach the leader.
  const isReachable = async () => (await answers(appUrl(nodes))) && (await answers(ownerUrl(nodes)));
  if (!(await poll(isReachable, 30_000))) throw new Error("HAProxy and PgBouncer do not reach the leader");
  await prepareNamedDatabase({ databaseUrl: appUrl(nodes), migrationUrl: ownerUrl(nodes) });
  const client = createClient(ownerUrl(nodes), 2);
  try {
    await seedDemoData(client);
    await ensureUser(client, DEMO_USER);
  } finally {
    await client.$disconnect();
  }
}

async function logIn(edges: readonly Edge[]): Promise<Login> {
  const visitor = new Visitor(edges.map(({ web }) => web));
  const body = { email: DEMO_USER.email, password: DEMO_USER.password };
  const attempt = async () => {
    const { status, json } = await visitor.call("POST", "/api/auth/login", { body, timeoutMs: 5_000 });
    return status === 200 && String(json.access_token);
  };
  const token = await poll(() => attempt().catch(() => false as const), 30_000);
  if (!token) throw new Error("The login does not succeed");
  return { token };
}

/** Injects a fault under load, repairs it, and waits until the cluster is healthy again. */
async function runFault({ cluster, load, login }: TestRun, { name, inject }: Fault): Promise<Outcome> {
  const pids = cluster.edges.map(({ instance }) => instance.pid);
  const [acknowledgedBefore, uploadsBefore] = [load.acknowledged.length, load.uploads.length];
  const startedAt = performance.now();
  const repair = await inject(cluster);
  const isWriting = () => load.countSince("write", startedAt) > 20 && performance.now() - startedAt > MIN_LOAD_MS;
  const hasRecovered = await poll(isWriting, TIMEOUT_MS);
  await repair();
  await cluster.nodes.waitUntilHealthy();
  const until = performance.now();
  const [write, read] = [load.longestGap("write", startedAt, until), load.longestGap("read", startedAt, until)];
  const records = await findLosses(cluster.nodes, load.acknowledged);
  const files = await findUploadLosses(cluster.nodes, load.uploads);
  const visitor = new Visitor(cluster.edges.map(({ web }) => web));
  const isSessionValid = await visitor
    .call("GET", "/api/user", { headers: { authorization: `Bearer ${login.token}` }, timeoutMs: 5_000 })
    .then(({ status }) => status === 200);
  const restarts = cluster.edges.filter(({ instance }, index) => instance.pid !== pids[index]).length;
  const acknowledged = load.acknowledged.length - acknowledgedBefore;
  return {
    name,
    acknowledged,
    uploads: load.uploads.length - uploadsBefore,
    lost: records.lost + files.lost,
    partial: records.partial + files.partial,
    staleReads: load.staleReads.length,
    write,
    read,
    isSessionValid,
    restarts,
    hasRecovered: hasRecovered === true,
  };
}

type TestRun = { cluster: Cluster; load: Load; login: Login };

/** Starts the cluster, the app and the load. */
async function startTestRun(): Promise<TestRun> {
  await createNetwork();
  const nodes = await startNodes(root, randomBytes(12).toString("hex"));
  await createRoles(nodes);
  const proxies = [await startProxies(nodes, root, "a"), await startProxies(nodes, root, "b")] as const;
  log("Three nodes, two HAProxys and PgBouncers are up; migrating …");
  await prepare(nodes);
  await createStanza(nodes);
  await nodes.waitUntilHealthy();
  const secret = randomBytes(32).toString("hex");
  const edges = [await startEdge(nodes, secret, proxies[0]), await startEdge(nodes, secret, proxies[1])] as const;
  const login = await logIn(edges);
  log("Two instances of the app are up; starting the load …");
  const load = new Load(
    edges.map(({ web }) => web),
    login,
  );
  const isWarm = await poll(() => load.countSince("write", 0) > 50 && load.countSince("read", 0) > 50, 60_000);
  if (!isWarm) throw new Error(`The app does not serve: ${JSON.stringify(load.counts())}`);
  return { cluster: { nodes, edges }, load, login };
}

async function runAll(): Promise<boolean> {
  const testRun = await startTestRun();
  const outcomes: Outcome[] = [];
  for (const fault of faults.filter(({ name }) => name.includes(only))) {
    const outcome = await runFault(testRun, fault);
    outcomes.push(outcome);
    logOutcome(outcome);
  }
  const failoverOutcomes: Outcome[] = [];
  for (let number = 1; number <= Number(failovers); number += 1) {
    const outcome = await runFault(testRun, { ...leaderDies, name: `failover ${number}` });
    failoverOutcomes.push(outcome);
    logOutcome(outcome);
  }
  await testRun.load.stop();
  const damaged = await findDamagedFiles(testRun.cluster.nodes);
  printOutcomes(outcomes, testRun.load);
  for (const line of damaged) console.log(`Damaged file: ${line}`);
  printFailovers(failoverOutcomes);
  const backups = await backUpAndRestore(testRun.cluster.nodes, root);
  printBackups(backups);
  await Promise.all(testRun.cluster.edges.map((edge) => edge.stop()));
  const isSafe = [...outcomes, ...failoverOutcomes].every(
    ({ lost, partial, staleReads, isSessionValid, hasRecovered }) =>
      lost === 0 && partial === 0 && staleReads === 0 && isSessionValid && hasRecovered,
  );
  return isSafe && damaged.length === 0 && backups.differences.length === 0;
}

process.on("unhandledRejection", (error) => log(`Unhandled: ${String(error)}`));
const hasPassed = await runAll().catch((error: unknown) => {
  reportFailure(error);
  return false;
});
process.exit(hasPassed ? 0 : 1);
