import { collectDefaultMetrics, Gauge, Registry } from "prom-client";
import { hashesWaiting } from "@/lib/sessions/password-pool";
import { lastBackupAt } from "./backup-age";
import { db, type Database } from "@/lib/store/database/client";
import { env } from "@/lib/base/config/env";
import { withTimeout } from "@/lib/base/web/timeout";
import type { StorageUse } from "@/lib/features/files/storage-use";
import { readStorageUse } from "@/lib/features/files/server/quota";
import { countJobs } from "@/lib/features/jobs/server/job-counts";
import { concurrencyStates } from "@/lib/store/limits/concurrency";
import { jobs } from "./jobs";
import { findUnmetConditions, NEEDS } from "./readiness";
import { processSingleton } from "@/lib/base/config/process-singleton";
import { replicaStates } from "@/lib/store/database/replicas/read-routing";

/**
 * Adds gauges for the state of the servers in DATABASE_REPLICA_URL, as this instance sees them. If
 * it is not set, the gauges have no values.
 */
function addReplicaMetrics(register: Registry): void {
  const shared = { labelNames: ["replica"], registers: [register] };
  new Gauge({
    ...shared,
    name: "cooperation_replica_answers",
    help: "1 for each server of DATABASE_REPLICA_URL that answers, the leader included, 0 for one that does not.",
    collect() {
      for (const { name, answers } of replicaStates()) this.set({ replica: name }, Number(answers));
    },
  });
  new Gauge({
    ...shared,
    name: "cooperation_replica_lag_seconds",
    help: "Seconds since the primary passed a replica's position; missing for one that does not answer, and for the leader.",
    collect() {
      this.reset();
      for (const { name, lag } of replicaStates()) if (lag) this.set({ replica: name }, lag.seconds);
    },
  });
  new Gauge({
    ...shared,
    name: "cooperation_replica_lag_bytes",
    help: "How much of the primary's log a replica has not replayed yet.",
    collect() {
      this.reset();
      for (const { name, lag } of replicaStates()) if (lag) this.set({ replica: name }, lag.bytes);
    },
  });
}

/**
 * Cache lifetime of what is counted in the database. It limits the number of queries, however often
 * the metrics are requested.
 */
const CACHE_MS = 5_000;
/** Timeout of the database query in milliseconds: Prometheus gives up after ten seconds. */
const TIMEOUT_MS = 3_000;

/** Returns a function that reads from the database, or its cache; undefined when that does not answer in time. */
function cached<Result>(read: (database: Database) => Promise<Result>): () => Promise<Result | undefined> {
  let last: { at: number; database: Database; result: Promise<Result | undefined> } | undefined;
  return () => {
    const [now, database] = [performance.now(), db()];
    if (last?.database === database && now - last.at < CACHE_MS) return last.result;
    const reading = read(database).catch(() => undefined);
    last = { at: now, database, result: withTimeout(reading, TIMEOUT_MS, undefined) };
    return last.result;
  };
}

const findJobCounts = cached((database) => countJobs(database, jobs));
const findStorageUse = cached(readStorageUse);

/** Adds gauges for the files, which have the same values on every instance. */
function addFileMetrics(registers: Registry[]): void {
  const add = (name: string, help: string, valueOf: (use: StorageUse) => number | null) =>
    new Gauge({
      ...{ name, registers, help: `${help}; missing while the database does not answer.` },
      async collect() {
        const use = await findStorageUse();
        const value = use ? valueOf(use) : null;
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  add("cooperation_files_bytes", "Bytes of all files, equal ones once", ({ bytes }) => bytes);
  add("cooperation_files_contents", "Number of contents of files, equal ones once", ({ contents }) => contents);
  add("cooperation_files_quota_bytes", "FILES_QUOTA_GB in bytes; missing without it", ({ quota }) => quota);
}

/** Creates the gauges, whose values are read each time the metrics are requested. */
function createGauges(): Registry {
  const register = new Registry();
  const registers = [register];
  // The gauges of the pool come first, before others use connections of the pool for their queries.
  new Gauge({
    name: "cooperation_database_connections",
    help: "Connections to the database that this instance has open, idle ones among them.",
    registers,
    collect() {
      this.set(db().$pool.totalCount);
    },
  });
  new Gauge({
    name: "cooperation_database_connections_idle",
    help: "Open connections that are not in use.",
    registers,
    collect() {
      this.set(db().$pool.idleCount);
    },
  });
  new Gauge({
    name: "cooperation_database_connections_max",
    help: "Maximum number of connections that this instance opens (DATABASE_POOL_SIZE).",
    registers,
    collect() {
      this.set(env().DATABASE_POOL_SIZE);
    },
  });
  new Gauge({
    name: "cooperation_database_waiting",
    help: "Calls that wait for a connection.",
    registers,
    collect() {
      this.set(db().$pool.waitingCount);
    },
  });
  new Gauge({
    name: "cooperation_ready",
    help: "1 for each need of /api/ready that is met, 0 for what is missing.",
    labelNames: ["need"],
    registers,
    async collect() {
      const missing = await findUnmetConditions();
      for (const need of NEEDS) this.set({ need }, missing.includes(need) ? 0 : 1);
    },
  });
  new Gauge({
    name: "cooperation_last_backup_timestamp_seconds",
    help: "When the newest backup in BACKUP_DIR was begun, as Unix time; 0 where there is none.",
    registers,
    collect() {
      this.set((lastBackupAt(env().BACKUP_DIR)?.getTime() ?? 0) / 1000);
    },
  });
  new Gauge({
    name: "cooperation_password_hashes_waiting",
    help: "Passwords that wait to be hashed or compared.",
    registers,
    collect() {
      this.set(hashesWaiting());
    },
  });
  addReplicaMetrics(register);
  addFileMetrics(registers);
  const perLimit = { labelNames: ["lane"], registers };
  new Gauge({
    ...perLimit,
    name: "cooperation_lane_taken",
    help: "Slots of a concurrency limit that are taken.",
    collect() {
      for (const { name, taken } of concurrencyStates()) this.set({ lane: name }, taken);
    },
  });
  new Gauge({
    ...perLimit,
    name: "cooperation_lane_places",
    help: "Slots of a concurrency limit.",
    collect() {
      for (const { name, slots } of concurrencyStates()) this.set({ lane: name }, slots);
    },
  });
  new Gauge({
    ...perLimit,
    name: "cooperation_lane_waiting",
    help: "Calls that wait for a slot of a concurrency limit.",
    collect() {
      for (const { name, waiting } of concurrencyStates()) this.set({ lane: name }, waiting);
    },
  });
  const queues = { labelNames: ["queue"], registers };
  new Gauge({
    ...queues,
    name: "cooperation_jobs_waiting",
    help: "Jobs that wait or run, the same on every instance; missing while the database does not answer.",
    async collect() {
      const counts = await findJobCounts();
      this.reset();
      for (const { name, waiting } of counts ?? []) this.set({ queue: name }, waiting);
    },
  });
  new Gauge({
    ...queues,
    name: "cooperation_jobs_failed",
    help: "Jobs that have failed for good and are still kept; missing while the database does not answer.",
    async collect() {
      const counts = await findJobCounts();
      this.reset();
      for (const { name, failed } of counts ?? []) this.set({ queue: name }, failed);
    },
  });
  return register;
}

/** Process-wide, because a second set would monitor the event loop a second time. */
const processMetrics = () =>
  processSingleton("process-metrics", () => {
    const register = new Registry();
    collectDefaultMetrics({ register });
    return register;
  });
let gauges: Registry | undefined;

/** Returns the metrics of the process and the gauges of its state. */
export const stateMetrics = (): Registry[] => [processMetrics(), (gauges ??= createGauges())];
