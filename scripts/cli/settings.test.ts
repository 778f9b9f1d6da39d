import { describe, expect, it } from "vitest";
import { UserFacingError } from "../process/user-facing-error";
import { readSettings } from "./settings";

const DATABASE_URL = "postgresql://koop:secret@db.example.org:5432/koop";
const APP_URL = "http://koop.example.org";
const AUTH_SECRET = "0123456789abcdef".repeat(2);

it("readSettings selects the embedded demo on this machine only when nothing is configured", () => {
  expect(readSettings({ DATABASE_URL: "", HOST: "", AUTH_SECRET: "" }, "production")).toMatchObject({
    databaseUrl: undefined,
    demo: { password: undefined, ignoresHost: false },
    host: "127.0.0.1",
    env: { PORT: 3000, APP_URL: "http://localhost:3000", NODE_ENV: "production" },
  });
});

it("readSettings reads HOST and PORT to listen on", () => {
  const settings = readSettings({ DATABASE_URL, AUTH_SECRET, APP_URL, HOST: "0.0.0.0", PORT: "8080" }, "production");
  expect(settings).toMatchObject({ databaseUrl: DATABASE_URL, host: "0.0.0.0", env: { PORT: 8080 } });
});

it("readSettings uses the given mode whatever the value of NODE_ENV", () => {
  expect(readSettings({ NODE_ENV: "development" }, "production").env.NODE_ENV).toBe("production");
  expect(readSettings({ NODE_ENV: "production" }, "development").env.NODE_ENV).toBe("development");
});

it.each([
  ["a missing secret", { DATABASE_URL, APP_URL }, /: AUTH_SECRET is required in production\. See/],
  ["a short secret", { DATABASE_URL, AUTH_SECRET: "short" }, /AUTH_SECRET/],
  ["the address of another DBMS", { DATABASE_URL: "mysql://localhost/koop", AUTH_SECRET }, /^DATABASE_URL is no/],
  ["a broken address", { DATABASE_URL: "postgresql://a b:99999/", AUTH_SECRET }, /^DATABASE_URL is no/],
  ["a database without APP_URL", { DATABASE_URL, AUTH_SECRET }, /APP_URL is required .+: links in/],
  [
    "an invalid address of the owner",
    { DATABASE_URL, AUTH_SECRET, APP_URL, MIGRATION_DATABASE_URL: "owner" },
    /^MIGRATION_DATABASE_URL is no/,
  ],
  [
    "an owner's address without DATABASE_URL",
    { MIGRATION_DATABASE_URL: DATABASE_URL },
    /DATABASE_URL, by which the app works .+ is not/,
  ],
  [
    "replicas without DATABASE_URL",
    { DATABASE_REPLICA_URL: DATABASE_URL },
    /^DATABASE_REPLICA_URL is set, but DATABASE_URL/,
  ],
  ["an invalid port", { PORT: "http" }, /PORT/],
])("readSettings refuses %s in one sentence", (_case, variables, message) => {
  const read = () => readSettings(variables, "production");
  expect(read).toThrow(UserFacingError);
  expect(read).toThrow(message);
});

describe("installations without AUTH_SECRET and APP_URL", () => {
  it("readSettings names a missing AUTH_SECRET and APP_URL and a wrong setting, with a command for .env", () => {
    expect(() => readSettings({ DATABASE_URL, PORT: "8080", PASSWORD_MIN: "5" }, "production")).toThrow(
      new RegExp(
        "^Configuration: PASSWORD_MIN .+; AUTH_SECRET is required .+; APP_URL is required .+\n.+\n" +
          String.raw`printf "\\nAUTH_SECRET=\$\(openssl rand -hex 32\)\\nAPP_URL=http://localhost:8080\\n" >> \.env$`,
      ),
    );
  });

  it("readSettings suggests a command with the missing setting only", () => {
    expect(() => readSettings({ DATABASE_URL, AUTH_SECRET }, "production")).toThrow(
      /^printf "\\nAPP_URL=http:\/\/localhost:3000\\n" >> \.env$/m,
    );
  });

  it("readSettings names a missing DATABASE_URL, too, where there is no demo", () => {
    expect(() => readSettings({}, "production", { mayBeDemo: false })).toThrow(
      /: DATABASE_URL is required; AUTH_SECRET is required .+; APP_URL is required /,
    );
  });
});

it("readSettings requires no secret in development", () => {
  expect(readSettings({ DATABASE_URL }, "development").databaseUrl).toBe(DATABASE_URL);
});
