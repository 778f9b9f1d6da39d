import { describe, expect, it } from "vitest";
import { parseEnv } from "./env";
import { replicaAddresses } from "./replica-addresses";

it.each([
  ["postgresql://one/koop", [["one", "postgresql://one/koop"]]],
  [
    "postgresql://u:p%40ss@one:5433,two/koop?sslmode=require",
    [
      ["one:5433", "postgresql://u:p%40ss@one:5433/koop?sslmode=require"],
      ["two", "postgresql://u:p%40ss@two/koop?sslmode=require"],
    ],
  ],
  [
    "postgres://u@[::1]:5432,10.0.0.2:5432/koop",
    [
      ["[::1]:5432", "postgres://u@[::1]:5432/koop"],
      ["10.0.0.2:5432", "postgres://u@10.0.0.2:5432/koop"],
    ],
  ],
])("replicaAddresses splits %s into servers, without passwords in their names", (address, expected) => {
  expect(replicaAddresses(address).map(({ name, url }) => [name, url])).toEqual(expected);
});

describe("DATABASE_REPLICA_URL", () => {
  const parse = (DATABASE_REPLICA_URL: string) =>
    parseEnv({ DATABASE_URL: "postgresql://one/koop", DATABASE_REPLICA_URL }).DATABASE_REPLICA_URL;

  it("DATABASE_REPLICA_URL is optional", () => expect(parse("")).toBeUndefined());

  it.each([
    "one,two",
    "http://one/koop",
    "postgresql:///koop",
    "postgresql://one,,two/koop",
    "postgresql://one:x/koop",
  ])("DATABASE_REPLICA_URL refuses %s", (address) =>
    expect(() => parse(address)).toThrow("DATABASE_REPLICA_URL must be a postgresql:// address"),
  );
});
