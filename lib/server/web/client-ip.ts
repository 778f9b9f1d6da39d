import { AsyncLocalStorage } from "node:async_hooks";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { env } from "../config/env";

const shared = globalThis as typeof globalThis & { cooperationConnection?: AsyncLocalStorage<string> };

/**
 * The address at the other end of the connection that a request came by. Next's requests do not carry it (what they
 * have in `x-forwarded-for` may come from the client), so the request guard puts it here, where no header can reach.
 * Kept on `globalThis`, because Next bundles the guard and the routes apart.
 */
export const connectionAddress = (shared.cooperationConnection ??= new AsyncLocalStorage<string>());

/** An address without what proxies and sockets add to it (brackets, port, zone, IPv4 written as IPv6), or null. */
function plainAddress(text: string | undefined): string | null {
  const bare = (text ?? "")
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, "$1")
    .replace(/^([\d.]+):\d+$/, "$1")
    .replace(/%.*$/, "");
  // Only what Node knows as an address: the library also reads short spellings such as 1.2.3.
  return isIP(bare) ? ipaddr.process(bare).toString() : null;
}

/**
 * Whose request this is. Only the configured header is believed, and of it only the last entry, which the proxy right
 * before the app has written; everything before it may be made up.
 */
export function clientAddress(headers: Pick<Headers, "get">): string {
  const { CLIENT_ADDRESS_HEADER } = env();
  const told = CLIENT_ADDRESS_HEADER && headers.get(CLIENT_ADDRESS_HEADER)?.split(",").at(-1);
  return plainAddress(told) ?? plainAddress(connectionAddress.getStore()) ?? "unknown";
}

const networkOf = (parts: number[], bits: number) => `${parts.map((part) => part.toString(16)).join(":")}::/${bits}`;

/** What counts as one client: an IPv4 address, or the /64 network that one IPv6 line has at least. */
export function clientNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  return networkOf(ipaddr.IPv6.parse(address).parts.slice(0, 4), 64);
}

/** The /56 network that an IPv6 customer often has to himself, 256 clients of the above; null for IPv4. */
export function wideNetwork(address: string): string | null {
  if (isIP(address) !== 6) return null;
  const [first = 0, second = 0, third = 0, fourth = 0] = ipaddr.IPv6.parse(address).parts;
  return networkOf([first, second, third, fourth & 0xff00], 56);
}
