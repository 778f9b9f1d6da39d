import { parseUrl } from "@/lib/model/pure/parse-url";

/** A read replica: its name in metrics and logs, and its connection URL. */
export type ReplicaAddress = { name: string; url: string };

const MULTI_HOST_URL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)((?:[/?].*)?)$/;

/**
 * Splits a connection URL with several hosts,
 * `postgresql://user:password@one:5432,two:5432/database` (libpq's syntax), into one URL per host.
 * Each host must be a single server: behind a load balancer the next query could reach a server
 * that has replayed less than the one whose position was checked.
 */
export function replicaAddresses(address: string): ReplicaAddress[] {
  const [, before = "", hosts = "", after = ""] = MULTI_HOST_URL.exec(address) ?? [];
  return hosts.split(",").map((host) => ({ name: host, url: `${before}${host}${after}` }));
}

/**
 * Returns whether a connection URL is well-formed and names at least one host. Does not connect.
 */
export const isReplicaAddress = (address: string): boolean =>
  MULTI_HOST_URL.test(address) &&
  replicaAddresses(address).every(({ name, url }) => name !== "" && parseUrl(url) !== null);
