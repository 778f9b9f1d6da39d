import { existsSync } from "node:fs";
import path from "node:path";
import { UserFacingError } from "@/scripts/process/user-facing-error";

const PROGRAMS = [
  "patroni",
  "etcd",
  "etcdctl",
  "haproxy",
  "pgbouncer",
  "pgbackrest",
  "ip",
  "nft",
  "nsenter",
  "setpriv",
  "unshare",
];
const FOLDERS = [...(process.env.PATH ?? "").split(":"), "/usr/sbin", "/sbin"];
const OLDEST = 15;
const NEWEST = 30;

const versions = Array.from({ length: NEWEST - OLDEST + 1 }, (_, index) => NEWEST - index);
const folderOf = (version: number) => `/usr/lib/postgresql/${version}/bin`;
const server = () => versions.map(folderOf).find((folder) => existsSync(path.join(folder, "postgres")));

/** Returns the folder of the newest PostgreSQL server installed by Debian's packages. */
export function installedServer(): string {
  const found = server();
  if (found === undefined) throw new Error("checkPrograms() must be called first");
  return found;
}

/**
 * Checks that this machine has everything that the cluster needs.
 * @throws UserFacingError that names what is missing
 */
export function checkPrograms(): void {
  if (process.platform !== "linux" || process.getuid?.() !== 0) {
    throw new UserFacingError(
      "The cluster test needs Linux and root: each node gets its own network, which can be cut.",
    );
  }
  const missing = PROGRAMS.filter((program) => !FOLDERS.some((folder) => existsSync(path.join(folder, program))));
  if (missing.length === 0 && server() !== undefined) return;
  throw new UserFacingError(
    `The cluster test needs programs that are not installed (${[...missing, ...(server() ? [] : ["postgres"])].join(", ")}): ` +
      "apt-get install --no-install-recommends postgresql patroni etcd-server etcd-client haproxy pgbouncer pgbackrest " +
      "iproute2 nftables util-linux, and stop the services that Debian starts with them.",
  );
}
