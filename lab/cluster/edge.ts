import type { ChildProcess } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { startAppServer } from "@/scripts/build/app-server";
import type { ServerProcess } from "@/scripts/process/server-process";
import { asPostgres, output, start } from "./machines";
import type { Nodes } from "./nodes";
import { configure } from "./templates";

/** The app's public host name. It resolves to the address of one of the two HAProxys. */
export const SITE = "koop.localhost";
const HOST = "127.0.0.1";
const DATABASE = "cooperation";
export const OWNER = "cooperation_owner";
export const APP_ROLE = "cooperation_app";
/** Both HAProxys use the same port for writes, on different addresses, as on separate machines. */
const WRITE_PORT = 5000;
const SIDES = ["a", "b"] as const;
type SideName = (typeof SIDES)[number];

type Side = { name: SideName; address: string; web: number; app: number };
const sideOf = (name: SideName): Side => {
  const number = SIDES.indexOf(name) + 1;
  return { name, address: `127.0.0.1${number}`, web: 8080 + number, app: 3000 + number };
};

/** One of two machines in front of the database: HAProxy, PgBouncer, and an instance of the app. */
export type Edge = Side & {
  haproxy: ChildProcess;
  startHaproxy: () => void;
  instance: ServerProcess;
  startInstance: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Returns the database URL for migrations, which need one connection for a long time: through
 * HAProxy to the leader, bypassing PgBouncer.
 */
export const ownerUrl = ({ password }: Nodes): string =>
  `postgresql://${OWNER}:${password}@${sideOf("a").address}:${WRITE_PORT}/${DATABASE}`;
const pgbouncerPort = 6432;
/** Returns the app's database URL, through the PgBouncer on its own machine. */
export const appUrl = ({ password }: Nodes, side: Side = sideOf("a")): string =>
  `postgresql://${APP_ROLE}:${password}@${side.address}:${pgbouncerPort}/${DATABASE}?pgbouncer=true`;
const replicaUrl = ({ nodes, password }: Nodes): string =>
  `postgresql://${APP_ROLE}:${password}@${nodes.map(({ machine }) => `${machine.address}:5432`).join(",")}/${DATABASE}`;

function startHaproxyOf(side: Side, { nodes }: Nodes, folder: string): () => ChildProcess {
  const serverLines = (lines: string[]) => lines.join("\n  ");
  const file = configure("haproxy.cfg", path.join(folder, "haproxy.cfg"), {
    WEB: `${HOST}:${side.web}`,
    WRITES: `${side.address}:${WRITE_PORT}`,
    READS: `${side.address}:${WRITE_PORT + 1}`,
    APPS: serverLines(SIDES.map(sideOf).map(({ name, app }) => `server app-${name} ${HOST}:${app} check`)),
    NODES: serverLines(nodes.map(({ machine }) => `server ${machine.name} ${machine.address}:5432 check port 8008`)),
  });
  return () => start(asPostgres(["haproxy", "-db", "-f", file]), path.join(folder, "haproxy.log"));
}

function startPgbouncerOf(side: Side, { password }: Nodes, folder: string): () => void {
  writeFileSync(path.join(folder, "userlist.txt"), `"${APP_ROLE}" "${password}"\n`, { mode: 0o600 });
  const file = configure("pgbouncer.ini", path.join(folder, "pgbouncer.ini"), {
    ADDRESS: side.address,
    PORT: pgbouncerPort,
    FOLDER: folder,
    WRITE_HOSTS: SIDES.map((name) => sideOf(name).address).join(","),
    WRITE_PORT,
  });
  return () => void start(asPostgres(["pgbouncer", "--quiet", file]), path.join(folder, "pgbouncer-start.log"));
}

/** Starts HAProxy and PgBouncer of one of the two edge machines. */
export async function startProxies(nodes: Nodes, root: string, name: SideName) {
  const side = sideOf(name);
  const folder = path.join(root, `edge-${name}`);
  mkdirSync(folder);
  const startHaproxy = startHaproxyOf(side, nodes, folder);
  const startPooling = startPgbouncerOf(side, nodes, folder);
  await output(["chown", "-R", "postgres:postgres", folder]);
  startPooling();
  return { side, folder, startHaproxy, haproxy: startHaproxy() };
}
type Proxies = Awaited<ReturnType<typeof startProxies>>;

/** Starts the instance of the app on an edge machine. */
export async function startEdge(nodes: Nodes, secret: string, proxies: Proxies): Promise<Edge> {
  const { side, folder, startHaproxy } = proxies;
  const startApp = () =>
    startAppServer({
      host: HOST,
      port: side.app,
      env: {
        ...process.env,
        DATABASE_URL: appUrl(nodes, side),
        DATABASE_REPLICA_URL: replicaUrl(nodes),
        AUTH_SECRET: secret,
        APP_URL: `http://${SITE}`,
        CLIENT_ADDRESS_HEADER: "X-Forwarded-For",
        MAIL_DIR: path.join(folder, "mails"),
      },
      output: "errors",
    });
  const edge: Edge = {
    ...side,
    haproxy: proxies.haproxy,
    startHaproxy: () => {
      edge.haproxy = startHaproxy();
    },
    instance: await startApp(),
    startInstance: async () => {
      edge.instance = await startApp();
    },
    stop: () => edge.instance.stop(),
  };
  return edge;
}
