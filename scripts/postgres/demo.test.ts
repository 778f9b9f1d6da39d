import { describe, expect, it } from "vitest";
import { readSettings } from "../cli/settings";
import { UserFacingError } from "../process/user-facing-error";

const DEMO_PASSWORD = "von uns gewaehlt";
const start = (variables: Record<string, string>) => readSettings(variables, "production");

describe("demo", () => {
  it.each(["0.0.0.0", "::", "192.0.2.7", "koop.example.org"])(
    "the demo listens on this machine only when HOST is %s",
    (HOST) => {
      for (const mode of ["production", "development"] as const) {
        const settings = readSettings({ HOST, DEMO_PASSWORD }, mode);
        expect(settings).toMatchObject({ host: "127.0.0.1", demo: { ignoresHost: true } });
      }
    },
  );

  it.each(["127.0.0.1", "127.0.0.2", "::1", "localhost"])("the demo listens on the local address %s", (HOST) => {
    expect(start({ HOST })).toMatchObject({ host: HOST, demo: { ignoresHost: false } });
  });

  it("the demo listens on other addresses with DEMO_PUBLIC and a DEMO_PASSWORD", () => {
    const settings = start({ HOST: "0.0.0.0", DEMO_PUBLIC: "on", DEMO_PASSWORD, APP_URL: "http://demo.example.org" });
    expect(settings).toMatchObject({ host: "0.0.0.0", demo: { password: DEMO_PASSWORD, ignoresHost: false } });
  });

  it("the demo is not started when DATABASE_URL is set", () => {
    const DATABASE_URL = "postgresql://db.example.org/koop";
    const settings = start({
      DATABASE_URL,
      AUTH_SECRET: "0123456789abcdef".repeat(2),
      APP_URL: "http://koop.example.org",
    });
    expect(settings.demo).toBeUndefined();
    expect(settings.env.DEMO).toBe(false);
  });

  it.each([
    ["DEMO_PUBLIC alone", { DEMO_PUBLIC: "on" }, /^DEMO_PUBLIC is on without DEMO_PASSWORD/],
    ["DEMO_PUBLIC with an empty password", { DEMO_PUBLIC: "on", DEMO_PASSWORD: "" }, /^DEMO_PUBLIC is on without/],
    ["the public default password", { DEMO_PUBLIC: "on", DEMO_PASSWORD: "kooperation" }, /^DEMO_PASSWORD must/],
    ["one of the commonest passwords", { DEMO_PASSWORD: "password1" }, /^DEMO_PASSWORD must/],
    ["a password below PASSWORD_MIN", { DEMO_PASSWORD: "elf Zeichen", PASSWORD_MIN: "12" }, /^DEMO_PASSWORD must/],
    ["a short password", { DEMO_PASSWORD: "kurz" }, /^DEMO_PASSWORD must/],
    ["a value that is neither on nor off", { DEMO_PUBLIC: "maybe" }, /^DEMO_PUBLIC must be on or off/],
    // With such an APP_URL, a proxy on this machine would serve the demo to users of the real
    // installation.
    ["a public APP_URL", { APP_URL: "http://koop.example.org" }, /^DATABASE_URL is not set, so this would be the demo/],
  ])("the demo does not start with %s", (_case, variables, sentence) => {
    expect(() => start(variables)).toThrow(UserFacingError);
    expect(() => start(variables)).toThrow(sentence);
  });
});
