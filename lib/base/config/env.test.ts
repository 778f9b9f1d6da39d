import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";

const url = "postgresql://a:b@localhost/c";
const APP_URL = "http://cooperation.ph.example";
const secret = "0123456789abcdef0123456789abcdef";

describe("parseEnv", () => {
  it("parseEnv fills in defaults and treats empty variables as unset", () => {
    expect(parseEnv({ DATABASE_URL: url, PORT: "", APP_URL: "" })).toMatchObject({
      PORT: 3000,
      APP_URL: "http://localhost:3000",
      SESSION_MAX_DAYS: 14,
    });
  });

  it.each([
    [{}, /DATABASE_URL is required/],
    [{ DATABASE_URL: "mysql://x" }, /DATABASE_URL must be a postgresql/],
    [{ NODE_ENV: "production" }, /DATABASE_URL is required; AUTH_SECRET is required in production; APP_URL is/],
    [{ DATABASE_URL: url, NODE_ENV: "production", AUTH_SECRET: secret }, /APP_URL is required in production: links/],
    [{ DATABASE_URL: url, AUTH_SECRET: "short" }, /AUTH_SECRET must have at least 32/],
    [{ DATABASE_URL: url, AUTH_SECRET: "x".repeat(64) }, /AUTH_SECRET is too easy to guess/],
    [{ DATABASE_URL: url, PORT: "70000", OIDC_NAME: "x" }, /PORT .+; OIDC_ISSUER is required with OIDC_NAME/],
    [{ DATABASE_URL: url, PASSWORD_MIN: "5" }, /PASSWORD_MIN/],
    [{ DATABASE_URL: url, PASSWORD_MIN: "73" }, /PASSWORD_MIN/],
    [{ DATABASE_URL: url, APP_URL: "javascript:alert(1)" }, /APP_URL/],
    [{ DATABASE_URL: url, FILE_MAX_MB: "101" }, /FILE_MAX_MB/],
    [{ DATABASE_URL: url, FILES_QUOTA_GB: "0" }, /FILES_QUOTA_GB/],
  ])("parseEnv refuses %j in one sentence", (variables, sentence) => {
    expect(() => parseEnv(variables)).toThrow(sentence);
  });

  it.each([
    ["scanner.ph.example:3310", { host: "scanner.ph.example", port: 3310 }],
    ["10.0.0.7:3310", { host: "10.0.0.7", port: 3310 }],
    ["[::1]:3310", { host: "::1", port: 3310 }],
  ])("parseEnv parses the CLAMAV_ADDRESS %s", (CLAMAV_ADDRESS, address) => {
    expect(parseEnv({ DATABASE_URL: url, CLAMAV_ADDRESS }).CLAMAV_ADDRESS).toEqual(address);
  });

  it.each([
    "scanner",
    "scanner:",
    ":3310",
    "::1:3310",
    "[scanner]:3310",
    "scanner:0",
    "scanner:65536",
    "tcp://a:1",
    "a b:1",
  ])("parseEnv refuses the CLAMAV_ADDRESS %s", (CLAMAV_ADDRESS) => {
    expect(() => parseEnv({ DATABASE_URL: url, CLAMAV_ADDRESS })).toThrow(/CLAMAV_ADDRESS must be an address like/);
  });

  const behindProxy = {
    DATABASE_URL: url,
    NODE_ENV: "production",
    AUTH_SECRET: secret,
    APP_URL: "https://koop.example",
  };

  it("parseEnv requires CLIENT_ADDRESS_HEADER, a header or the word none, in production behind https", () => {
    expect(() => parseEnv(behindProxy)).toThrow(/: CLIENT_ADDRESS_HEADER is required where APP_URL is https: /);
    const header = (CLIENT_ADDRESS_HEADER: string) => parseEnv({ ...behindProxy, CLIENT_ADDRESS_HEADER });
    expect(header("X-Forwarded-For").CLIENT_ADDRESS_HEADER).toBe("X-Forwarded-For");
    expect(header("none").CLIENT_ADDRESS_HEADER).toBeUndefined();
    expect(parseEnv({ ...behindProxy, APP_URL }).CLIENT_ADDRESS_HEADER).toBeUndefined();
    expect(parseEnv({ ...behindProxy, NODE_ENV: "development" }).CLIENT_ADDRESS_HEADER).toBeUndefined();
  });

  describe("single sign-on settings", () => {
    const provider = {
      OIDC_ISSUER: "https://idp.ph.example/realms/ph",
      OIDC_CLIENT_ID: "cooperation",
      OIDC_CLIENT_SECRET: "secret",
      OIDC_NAME: "Hochschulkonto",
    };
    const parse = (variables: Record<string, string>) => parseEnv({ DATABASE_URL: url, ...variables });

    it("parseEnv requires all settings of the identity provider or none", () => {
      expect(parse(provider)).toMatchObject({ ...provider, PASSWORD_LOGIN: true });
      expect(parse({}).OIDC_ISSUER).toBeUndefined();
      for (const name of Object.keys(provider))
        expect(() => parse({ ...provider, [name]: "" })).toThrow(`${name} is required with OIDC_`);
      expect(() => parse({ OIDC_NAME: "x" })).toThrow(
        /OIDC_ISSUER is required with OIDC_NAME: single sign-on needs all/,
      );
    });

    it("parseEnv accepts an https or loopback OIDC_ISSUER, and refuses a multi-tenant one", () => {
      expect(parse({ ...provider, OIDC_ISSUER: "http://127.0.0.1:9000" }).OIDC_ISSUER).toBe("http://127.0.0.1:9000/");
      for (const OIDC_ISSUER of ["http://idp.ph.example", "http://127.evil.test", "ftp://idp.ph.example", "idp"])
        expect(() => parse({ ...provider, OIDC_ISSUER })).toThrow(/OIDC_ISSUER must be/);
      const multiTenantIssuer = "https://login.microsoftonline.com/common/v2.0";
      expect(() => parse({ ...provider, OIDC_ISSUER: multiTenantIssuer })).toThrow(
        /OIDC_ISSUER must name your own tenant/,
      );
    });

    it("parseEnv requires a role claim and role values together", () => {
      expect(() => parse({ ...provider, OIDC_ROLE_CLAIM: "roles" })).toThrow(/OIDC_ROLE_CLAIM and at least one of/);
      expect(() => parse({ ...provider, OIDC_READER_VALUE: "r" })).toThrow(/OIDC_ROLE_CLAIM and at least one of/);
      expect(() => parse({ OIDC_ROLE_CLAIM: "roles", OIDC_READER_VALUE: "r" })).toThrow(/means nothing without/);
      expect(parse({ ...provider, OIDC_ROLE_CLAIM: "roles", OIDC_READER_VALUE: "r" }).OIDC_READER_VALUE).toBe("r");
    });

    it("parseEnv requires an identity provider when password login is off", () => {
      expect(() => parse({ PASSWORD_LOGIN: "off" })).toThrow(/PASSWORD_LOGIN means nothing without single sign-on/);
      expect(parse({ ...provider, PASSWORD_LOGIN: "off" }).PASSWORD_LOGIN).toBe(false);
    });
  });

  it("parseEnv accepts a production configuration of single sign-on", () => {
    expect(parseEnv({ DATABASE_URL: url, NODE_ENV: "production", AUTH_SECRET: secret, APP_URL }).AUTH_SECRET).toBe(
      secret,
    );
  });
});
