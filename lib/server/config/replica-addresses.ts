/** A server that can be read from: its name in metrics and logs, and its address. */
export type ReplicaAddress = { name: string; url: string };

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/;

/**
 * Splits an address with several hosts, `postgresql://user:password@one:5432,two:5432/database`, as
 * libpq writes them, into one address per host. Each host must be a single server: behind a load
 * balancer, what one server has replayed says nothing about the next.
 */
export function replicaAddresses(address: string): ReplicaAddress[] {
  const [, before = "", hosts = "", after = ""] = SEVERAL.exec(address) ?? [];
  return hosts.split(",").map((host) => ({ name: host, url: `${before}${host}${after}` }));
}

/** Returns whether an address names servers that can be connected to. */
export const isReplicaAddress = (address: string): boolean =>
  SEVERAL.test(address) && replicaAddresses(address).every(({ name, url }) => name !== "" && URL.canParse(url));
