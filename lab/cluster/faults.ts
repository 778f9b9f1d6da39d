import { poll } from "@/scripts/process/poll";
import type { Edge } from "./edge";
import { kill } from "./machines";
import { killDatabase, type Nodes } from "./nodes";

export type Cluster = { nodes: Nodes; edges: readonly [Edge, Edge] };
/**
 * An injected fault. `inject` causes it and returns a function that repairs it, as a service
 * manager or an admin would.
 */
export type Fault = { name: string; inject: (cluster: Cluster) => Promise<Repair> };
type Repair = () => Promise<void> | void;

const leaderOf = async ({ nodes }: Cluster) => {
  const leader = await nodes.leader();
  if (!leader) throw new Error("There is no leader before the fault");
  return leader;
};

/** The leader's PostgreSQL and Patroni are killed, and restarted once there is another leader. */
export const leaderDies: Fault = {
  name: "leader: PostgreSQL and Patroni killed",
  async inject(cluster) {
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
  async inject(cluster) {
    const { machine } = await leaderOf(cluster);
    kill(machine.processes(/bin\/postgres|postgres:/));
    return () => undefined;
  },
};

const etcdLeaderDies: Fault = {
  name: "etcd's leader killed",
  async inject({ nodes }) {
    const node = await nodes.etcdLeader();
    kill(node.machine.processes(/^etcd/));
    return () => node.startEtcd();
  },
};

const haproxyDies: Fault = {
  name: "one HAProxy of two killed",
  async inject({ edges: [edge] }) {
    kill([edge.haproxy.pid ?? 0]);
    return () => edge.startHaproxy();
  },
};

const instanceDies: Fault = {
  name: "one instance of the app killed",
  async inject({ edges: [edge] }) {
    kill([edge.instance.pid]);
    return () => edge.startInstance();
  },
};

/**
 * All packets to and from the leader's machine are dropped, including those of its etcd; its
 * PostgreSQL still considers itself the leader.
 */
const leaderIsCutOff: Fault = {
  name: "leader's machine cut off the network",
  async inject(cluster) {
    const { machine } = await leaderOf(cluster);
    await machine.cutOff("everybody");
    return () => machine.reconnect();
  },
};

/**
 * Only packets from the other nodes are dropped, so clients still reach the leader: without
 * synchronous_mode it would acknowledge writes that are lost later.
 */
const leaderIsCutOffFromNodes: Fault = {
  name: "leader's machine cut off from the other nodes only",
  async inject(cluster) {
    const { machine } = await leaderOf(cluster);
    await machine.cutOff("nodes");
    return () => machine.reconnect();
  },
};

/**
 * All processes on the leader's machine, which also runs etcd's leader, are paused until another
 * node has become the leader, and then continue.
 */
const leaderIsPaused: Fault = {
  name: "leader's machine stands still, then goes on",
  async inject(cluster) {
    const leader = await leaderOf(cluster);
    await cluster.nodes.moveEtcdLeader(leader);
    const pids = leader.machine.processes(/./);
    kill(pids, "SIGSTOP");
    return () => kill(pids, "SIGCONT");
  },
};

const replicaDies: Fault = {
  name: "one replica killed",
  async inject(cluster) {
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
  leaderIsPaused,
];
