import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "../config/env";
import { processSingleton } from "../config/process-singleton";

/**
 * The peer address of the current request's connection. The request guard stores it here, because
 * Next's requests do not contain it, and clients can forge a header such as `x-forwarded-for`.
 */
export const connectionAddress = processSingleton("connection-address", () => new AsyncLocalStorage<string>());

/**
 * Normalizes an address (strips brackets, port and zone, unmaps IPv4-mapped IPv6), or returns null.
 */
function plainAddress(text: string | undefined): string | null {
  const [bare = ""] = (text ?? "")
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .split("%", 1);
  // Validated by Node, because ipaddr.js also accepts short forms such as 1.2.3.
  return isIP(bare) ? ipaddr.process(bare).toString() : null;
}

/**
 * Returns the client's address, or `unknown`. Trusts only the configured header, and of it only the
 * last entry, which the proxy directly in front of the app has written: all earlier entries may be
 * forged.
 */
export function clientAddress(headers: Pick<Headers, "get">): string {
  const { CLIENT_ADDRESS_HEADER } = env();
  const proxyAddress = CLIENT_ADDRESS_HEADER && headers.get(CLIENT_ADDRESS_HEADER)?.split(",").at(-1);
  return plainAddress(proxyAddress) ?? plainAddress(connectionAddress.getStore()) ?? "unknown";
}

const networkOf = (parts: number[], bits: number) => `${parts.map((part) => part.toString(16)).join(":")}::/${bits}`;

/**
 * Returns the network that rate limits treat as one client: a single IPv4 address, or the /64
 * network of an IPv6 address, because every IPv6 customer owns at least a /64.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  return networkOf(ipaddr.IPv6.parse(address).parts.slice(0, 4), 64);
}

/** Returns the /56 network that one IPv6 customer often owns (256 times /64), or null for IPv4. */
export function wideNetwork(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(address).parts;
  return networkOf([first, second, third, fourth & 0xff00], 56);
}
