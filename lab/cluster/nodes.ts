import { mkdirSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { poll } from "@/scripts/process/poll";
import { installedServer } from "./programs";
import { addMachine, kill, type Machine, NETWORK, output, start } from "./machines";
import { configure } from "./templates";

/**
 * Patroni's settings in seconds: duration of the leader's lease, interval of the main loop, and
 * timeout of retries.
 */
const TIMING = { TTL: 8, LOOP_WAIT: 1, RETRY_TIMEOUT: 3 };
const HEALTHY_MS = 120_000;

export type Node = {
  machine: Machine;
  folder: string;
  data: string;
  startEtcd: () => void;
  startPatroni: () => void;
  /** Runs pgBackRest on the node. */
  pgbackrest: (...args: string[]) => Promise<string>;
};
type Member = { name: string; role: string; state: string; timeline?: number; lag?: number | "unknown" };

export type Nodes = {
  nodes: readonly Node[];
  password: string;
  url: (node: Node, user: string, database: string) => string;
  /** Returns the node whose PostgreSQL accepts writes, if there is one. */
  leader: () => Promise<Node | undefined>;
  /** Waits until there is one leader and two replicas with little lag, one of them synchronous. */
  waitUntilHealthy: () => Promise<void>;
  /** Returns the node that runs etcd's leader. */
  etcdLeader: () => Promise<Node>;
  /** Moves etcd's leadership to a node. */
  moveEtcdLeader: (node: Node) => Promise<void>;
  /** Runs a query on the leader as superuser. */
  query: <Row extends object>(sql: string, values?: unknown[]) => Promise<Row[]>;
};

const etcdUrl = ({ machine }: Pick<Node, "machine">) => `http://${machine.address}:2379`;

/** Returns the cluster's members as a node's Patroni reports them. */
async function membersReportedBy({ machine }: Node): Promise<Member[]> {
  const response = await fetch(`http://${machine.address}:8008/cluster`, { signal: AbortSignal.timeout(1_000) });
  return ((await response.json()) as { members: Member[] }).members;
}

async function hasRole({ machine }: Node, role: string): Promise<boolean> {
  const response = await fetch(`http://${machine.address}:8008/${role}`, { signal: AbortSignal.timeout(1_000) });
  return response.status === 200;
}

const findAsync = async <Item>(items: readonly Item[], test: (item: Item) => Promise<boolean>) => {
  const results = await Promise.all(items.map((item) => test(item).catch(() => false)));
  return items[results.indexOf(true)];
};

function writeConfigurations(machine: Machine, all: readonly Machine[], root: string, password: string) {
  const folder = path.join(root, machine.name);
  const data = path.join(folder, "postgres");
  for (const name of ["", "etcd", "pgbackrest-lock", "pgbackrest-log", "pgbackrest-spool"]) {
    mkdirSync(path.join(folder, name), { recursive: true, mode: 0o700 });
  }
  const pgbackrest = path.join(folder, "pgbackrest.conf");
  const values = {
    ...TIMING,
    NODE: machine.name,
    ADDRESS: machine.address,
    FOLDER: folder,
    DATA: data,
    BIN: installedServer(),
    NETWORK,
    PASSWORD: password,
    REPOSITORY: path.join(root, "repository"),
    PGBACKREST_CONF: pgbackrest,
    ETCD_HOSTS: all.map(({ address }) => `${address}:2379`).join(","),
    ETCD_PEERS: all.map(({ name, address }) => `${name}=http://${address}:2380`).join(","),
  };
  const [etcd, patroni] = ["etcd.yml", "patroni.yml"].map((file) => configure(file, path.join(folder, file), values));
  configure("pgbackrest.conf", pgbackrest, values);
  return { folder, data, etcd: String(etcd), patroni: String(patroni), pgbackrest };
}

/** Starts three nodes, each with etcd, Patroni and the PostgreSQL that Patroni runs. */
export async function startNodes(root: string, password: string): Promise<Nodes> {
  const machines = [await addMachine(1), await addMachine(2), await addMachine(3)];
  mkdirSync(path.join(root, "repository"), { mode: 0o700 });
  const nodes = machines.map((machine): Node => {
    const { folder, data, etcd, patroni, pgbackrest } = writeConfigurations(machine, machines, root, password);
    const log = (name: string) => path.join(folder, `${name}.log`);
    return {
      machine,
      folder,
      data,
      startEtcd: () => void start(machine.wrapCommand(["etcd", `--config-file=${etcd}`]), log("etcd")),
      startPatroni: () => void start(machine.wrapCommand(["patroni", patroni]), log("patroni")),
      pgbackrest: (...args) =>
        output(machine.wrapCommand(["pgbackrest", `--config=${pgbackrest}`, "--stanza=cooperation", ...args])),
    };
  });
  await output(["chown", "-R", "postgres:postgres", root]);
  for (const node of nodes) node.startEtcd();
  for (const node of nodes) node.startPatroni();

  const url: Nodes["url"] = ({ machine }, user, database) =>
    `postgresql://${user}:${password}@${machine.address}:5432/${database}`;
  const leader = () => findAsync(nodes, (node) => hasRole(node, "primary"));

  async function isHealthy(): Promise<boolean> {
    const currentLeader = await leader();
    const primaryFlags = await Promise.all(nodes.map((node) => hasRole(node, "primary").catch(() => false)));
    // A returning node may briefly consider itself the leader, too; the cluster is healthy only
    // with exactly one leader.
    if (!currentLeader || primaryFlags.filter(Boolean).length !== 1) return false;
    const members = await membersReportedBy(currentLeader);
    const followers = members.filter(({ role }) => role !== "leader");
    const hasLittleLag = ({ state, lag }: Member) => /running|streaming/.test(state) && Number(lag) < 1_000_000;
    return (
      followers.length === 2 && followers.every(hasLittleLag) && followers.some(({ role }) => role === "sync_standby")
    );
  }

  const etcdctl = (endpoints: readonly Node[], ...command: string[]) =>
    output(["etcdctl", `--endpoints=${endpoints.map(etcdUrl).join(",")}`, ...command], { ETCDCTL_API: "3" });
  async function etcdLeader(): Promise<Node> {
    const status = await etcdctl(nodes, "endpoint", "status", "--write-out=json");
    type Status = { Endpoint: string; Status: { header: { member_id: number }; leader: number } };
    const currentLeader = (JSON.parse(status) as Status[]).find(
      ({ Status }) => Status.header.member_id === Status.leader,
    );
    const node = nodes.find((each) => etcdUrl(each) === currentLeader?.Endpoint);
    if (!node) throw new Error("etcd has no leader");
    return node;
  }

  return {
    nodes,
    password,
    url,
    leader,
    async waitUntilHealthy() {
      if (await poll(() => isHealthy().catch(() => false), HEALTHY_MS)) return;
      const memberLists = await Promise.all(
        nodes.map((node) => membersReportedBy(node).catch((error: Error) => error.message)),
      );
      throw new Error(`The nodes did not become one healthy cluster: ${JSON.stringify(memberLists)}`);
    },
    etcdLeader,
    async moveEtcdLeader(node) {
      const currentLeader = await etcdLeader();
      if (currentLeader === node) return;
      const list = await etcdctl([currentLeader], "member", "list");
      const id =
        list
          .split("\n")
          .find((line) => line.includes(`, ${node.machine.name}, `))
          ?.split(",")[0] ?? "";
      await etcdctl([currentLeader], "move-leader", id);
    },
    async query<Row extends object>(sql: string, values: unknown[] = []) {
      const currentLeader = await leader();
      if (!currentLeader) throw new Error("There is no leader");
      const client = new pg.Client(url(currentLeader, "postgres", "cooperation"));
      client.on("error", () => undefined);
      await client.connect();
      try {
        return (await client.query<Row>(sql, values)).rows;
      } finally {
        await client.end();
      }
    },
  };
}

/** Kills a node's PostgreSQL and Patroni. */
export const killDatabase = ({ machine }: Node): void => {
  kill(machine.processes(/patroni/));
  kill(machine.processes(/postgres/).filter((pid) => !machine.processes(/etcd/).includes(pid)));
};
