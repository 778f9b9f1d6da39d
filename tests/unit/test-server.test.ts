import { expect, it } from "vitest";
import { localUrl } from "@/scripts/postgres/throwaway-server";

it.each([
  "postgresql://koop:koop@localhost:5432/koop",
  "postgresql://koop:koop@127.0.0.1/koop",
  "postgresql://koop@[::1]:5432/koop",
  "postgresql:///koop?host=/var/run/postgresql",
])("accepts %s as a test database", (address) => {
  expect(localUrl(address)).toBe(address);
});

it.each([
  "postgresql://koop:koop@db.example.org:5432/koop",
  "postgresql://koop:koop@localhost.example.org/koop",
  "postgresql://localhost/koop?host=db.example.org",
  "localhost",
])("refuses %s as a test database", (address) => {
  expect(() => localUrl(address)).toThrow(/on this machine/);
});
