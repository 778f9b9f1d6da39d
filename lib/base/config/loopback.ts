import { isIPv4 } from "node:net";

/** Whether a host name denotes this machine itself. */
export const isLoopback = (hostname: string) =>
  hostname === "localhost" || hostname === "[::1]" || (isIPv4(hostname) && hostname.startsWith("127."));
