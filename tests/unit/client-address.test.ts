import { beforeEach, describe, expect, it } from "vitest";
import { clientAddress, clientNetwork, connectionAddress, wideNetwork } from "@/lib/base/web/client-ip";
import { env } from "@/lib/base/config/env";

process.env.DATABASE_URL = "postgresql://localhost/unused";

const addressOf = (socket: string, headers: Record<string, string> = {}) =>
  connectionAddress.run(socket, () => clientAddress(new Headers(headers)));

describe("clientAddress", () => {
  beforeEach(() => {
    env().CLIENT_ADDRESS_HEADER = undefined;
  });

  it("returns the socket's address and ignores headers when no header is configured", () => {
    const headers = { "x-forwarded-for": "198.51.100.1", "x-real-ip": "198.51.100.2", forwarded: "for=198.51.100.3" };
    expect(addressOf("203.0.113.9", headers)).toBe("203.0.113.9");
    expect(addressOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
    expect(addressOf("FE80::1%eth0")).toBe("fe80::1");
  });

  it("returns the last entry of the configured header", () => {
    env().CLIENT_ADDRESS_HEADER = "X-Forwarded-For";
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "198.51.100.1" })).toBe("198.51.100.1");
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "made up, 1.2.3.4, 198.51.100.1" })).toBe("198.51.100.1");
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "198.51.100.1:4711" })).toBe("198.51.100.1");
    expect(addressOf("10.0.0.1", { "x-forwarded-for": "[2001:db8::1]:4711" })).toBe("2001:db8::1");
    expect(addressOf("10.0.0.1", { "x-real-ip": "198.51.100.1" })).toBe("10.0.0.1");
  });

  it("falls back to the socket's address when the configured header is missing or holds no address", () => {
    env().CLIENT_ADDRESS_HEADER = "x-real-ip";
    for (const header of ["", "unknown", "1.2.3", "198.51.100.1, ", "<script>"]) {
      expect(addressOf("10.0.0.1", { "x-real-ip": header }), header).toBe("10.0.0.1");
    }
  });

  it("returns the same placeholder for all clients without a known address", () => {
    expect(clientAddress(new Headers({ "x-forwarded-for": "198.51.100.1" }))).toBe("unknown");
    expect(addressOf("")).toBe("unknown");
  });
});

describe("clientNetwork", () => {
  it.each([
    ["203.0.113.9", "203.0.113.9"],
    ["unknown", "unknown"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:db8:1:2::9", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002::9", "2001:db8:1:2::/64"],
    ["2001:db8::9", "2001:db8:0:0::/64"],
    ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
    ["::1", "0:0:0:0::/64"],
  ])("maps %s to the network %s", (address, network) => {
    expect(clientNetwork(address)).toBe(network);
  });
});

describe("wideNetwork", () => {
  it.each([
    ["203.0.113.9", null],
    ["unknown", null],
    ["2001:db8:1:2ff::1", "2001:db8:1:200::/56"],
    ["2001:db8:1:200::1", "2001:db8:1:200::/56"],
    ["2001:db8:1:300::1", "2001:db8:1:300::/56"],
  ])("maps %s to the wide network %s", (address, network) => {
    expect(wideNetwork(address)).toBe(network);
  });
});
