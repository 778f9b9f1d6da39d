import { poll } from "@/scripts/process/poll";
import type { Edge } from "./edge";
import { kill } from "./machines";
import { killDatabase, type Nodes } from "./nodes";

export type Cluster = { nodes: Nodes; edges: readonly [Edge, Edge] };
/** Something that breaks, and how it is mended: what a service manager, or somebody, would do. */
export type Fault = { name: string; strike: (cluster: Cluster) => Promise<Mend> };
type Mend = () => Promise<void> | void;

const leaderOf = async ({ nodes }: Cluster) => {
  const leader = await nodes.leader();
  if (!leader) throw new Error("Nobody leads before the fault");
  return leader;
};

/** The leader's PostgreSQL and Patroni die; they come back once another leads. */
export const leaderDies: Fault = {
  name: "leader: PostgreSQL and Patroni killed",
  async strike(cluster) {
    const leader = await leaderOf(cluster);
    killDatabase(leader);
    return async () => {
      await poll(async () => ((await cluster.nodes.leader()) ?? leader) !== leader, 60_000);
      leader.startPatroni();
    };
  },
};

const postgresDies: Fault = {
  name: "leader: only PostgreSQL killed",
  async strike(cluster) {
    const { machine } = await leaderOf(cluster);
    kill(machine.processes(/bin\/postgres|postgres:/));
    return () => undefined;
  },
};

const etcdLeaderDies: Fault = {
  name: "etcd's leader killed",
  async strike({ nodes }) {
    const node = await nodes.etcdLeader();
    kill(node.machine.processes(/^etcd/));
    return () => node.startEtcd();
  },
};

const haproxyDies: Fault = {
  name: "one HAProxy of two killed",
  async strike({ edges: [edge] }) {
    kill([edge.haproxy.pid ?? 0]);
    return () => edge.startHaproxy();
  },
};

const instanceDies: Fault = {
  name: "one instance of the app killed",
  async strike({ edges: [edge] }) {
    kill([edge.instance.pid]);
    return () => edge.startInstance();
  },
};

/** Packets from and to the leader's machine get lost, etcd's included: PostgreSQL there goes on, and takes itself for the leader. */
const leaderIsCutOff: Fault = {
  name: "leader's machine cut off the network",
  async strike(cluster) {
    const { machine } = await leaderOf(cluster);
    await machine.cutOff("everybody");
    return () => machine.reconnect();
  },
};

/** As before, but people reach it as ever: without synchronous_mode it would go on telling them that all is kept. */
const leaderIsCutOffFromNodes: Fault = {
  name: "leader's machine cut off from the other nodes only",
  async strike(cluster) {
    const { machine } = await leaderOf(cluster);
    await machine.cutOff("nodes");
    return () => machine.reconnect();
  },
};

/**
 * Everything on the leader's machine, which also has etcd's leader, stands still for as long as another is made the leader, and then goes on
 * where it was.
 */
const leaderStandsStill: Fault = {
  name: "leader's machine stands still, then goes on",
  async strike(cluster) {
    const leader = await leaderOf(cluster);
    await cluster.nodes.leadEtcdBy(leader);
    const pids = leader.machine.processes(/./);
    kill(pids, "SIGSTOP");
    return () => kill(pids, "SIGCONT");
  },
};

const replicaDies: Fault = {
  name: "one replica killed",
  async strike(cluster) {
    const leader = await leaderOf(cluster);
    const replica = cluster.nodes.nodes.find((node) => node !== leader) ?? leader;
    killDatabase(replica);
    return () => replica.startPatroni();
  },
};

export const faults: readonly Fault[] = [
  leaderDies,
  postgresDies,
  etcdLeaderDies,
  haproxyDies,
  instanceDies,
  replicaDies,
  leaderIsCutOff,
  leaderIsCutOffFromNodes,
  leaderStandsStill,
];
