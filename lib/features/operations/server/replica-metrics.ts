import { Gauge, type Registry } from "prom-client";
import { replicaStates } from "@/lib/store/database/replicas/read-routing";

/**
 * Adds gauges for the state of the servers in DATABASE_REPLICA_URL, as this instance sees them. If
 * it is not set, the gauges have no values.
 */
export function addReplicaMetrics(register: Registry): void {
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
