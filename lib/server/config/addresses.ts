/** A server that can be read from: what it is called in metrics and logs, and its address. */
export type ReplicaAddress = { name: string; url: string };

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]+)(.*)$/;

/**
 * The servers of an address with several hosts, `postgresql://user:password@one:5432,two:5432/database`, as libpq writes them.
 * Each has to be a server itself: what one behind a balancer has replayed says nothing of the next.
 */
export function replicaAddresses(address: string): ReplicaAddress[] {
  const [, before = "", hosts = "", after = ""] = SEVERAL.exec(address) ?? [];
  return hosts.split(",").map((host) => ({ name: host, url: `${before}${host}${after}` }));
}

/** Whether an address names servers that can be connected to. */
export const isReplicaAddress = (address: string): boolean =>
  SEVERAL.test(address) && replicaAddresses(address).every(({ name, url }) => name !== "" && URL.canParse(url));
