import { expect, it } from "vitest";
import { UserFacingError } from "../process/user-facing-error";
import { readSettings } from "./settings";

const DATABASE_URL = "postgresql://koop:secret@db.example.org:5432/koop";
const APP_URL = "http://koop.example.org";
const AUTH_SECRET = "0123456789abcdef".repeat(2);

it("starts the embedded demo on this machine only, with nothing configured", () => {
  expect(readSettings({ DATABASE_URL: "", HOST: "", AUTH_SECRET: "" }, "production")).toMatchObject({
    databaseUrl: undefined,
    demo: { password: undefined, keptToThisMachine: false },
    host: "127.0.0.1",
    env: { PORT: 3000, APP_URL: "http://localhost:3000", NODE_ENV: "production" },
  });
});

it("listens where HOST and PORT say", () => {
  const settings = readSettings({ DATABASE_URL, AUTH_SECRET, APP_URL, HOST: "0.0.0.0", PORT: "8080" }, "production");
  expect(settings).toMatchObject({ databaseUrl: DATABASE_URL, host: "0.0.0.0", env: { PORT: 8080 } });
});

it("keeps its mode whatever NODE_ENV says", () => {
  expect(readSettings({ NODE_ENV: "development" }, "production").env.NODE_ENV).toBe("production");
  expect(readSettings({ NODE_ENV: "production" }, "development").env.NODE_ENV).toBe("development");
});

it.each([
  ["a missing secret", { DATABASE_URL }, /^AUTH_SECRET is not set/],
  ["a short secret", { DATABASE_URL, AUTH_SECRET: "short" }, /AUTH_SECRET/],
  ["another database's address", { DATABASE_URL: "mysql://localhost/koop", AUTH_SECRET }, /^DATABASE_URL is no/],
  ["a broken address", { DATABASE_URL: "postgresql://a b:99999/", AUTH_SECRET }, /^DATABASE_URL is no/],
  ["a database without the address that people use", { DATABASE_URL, AUTH_SECRET }, /APP_URL is required .+: links in/],
  [
    "an owner's address that is none",
    { DATABASE_URL, AUTH_SECRET, APP_URL, MIGRATION_DATABASE_URL: "owner" },
    /^MIGRATION_DATABASE_URL is no/,
  ],
  [
    "an owner without the app's role",
    { MIGRATION_DATABASE_URL: DATABASE_URL },
    /DATABASE_URL, by which the app works .+ is not/,
  ],
  ["replicas of no database", { DATABASE_REPLICA_URL: DATABASE_URL }, /^DATABASE_REPLICA_URL is set, but DATABASE_URL/],
  ["a port that is none", { PORT: "http" }, /PORT/],
])("refuses %s in one sentence", (_what, variables, message) => {
  const read = () => readSettings(variables, "production");
  expect(read).toThrow(UserFacingError);
  expect(read).toThrow(message);
});

it("needs no secret for development", () => {
  expect(readSettings({ DATABASE_URL }, "development").databaseUrl).toBe(DATABASE_URL);
});
