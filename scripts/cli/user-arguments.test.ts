import { expect, it } from "vitest";
import { checkPassword, parseUserCommand, UsageError } from "./user-arguments";

it.each([
  [["list"], { command: "list" }],
  [["delete", "--email", "a@example.org"], { command: "delete", email: "a@example.org" }],
  [["set-password", "--email=A@Example.ORG"], { command: "set-password", email: "a@example.org" }],
  [
    ["create", "--name", " Ada Lovelace ", "--email", "Ada@example.org"],
    { command: "create", email: "ada@example.org", name: "Ada Lovelace" },
  ],
  [
    ["create", "--name", "Ada", "--email", "ada@example.org", "--role", "reader"],
    { command: "create", email: "ada@example.org", name: "Ada", role: "reader" },
  ],
  [
    ["set-role", "--email", "a@example.org", "--role", "admin"],
    { command: "set-role", email: "a@example.org", role: "admin" },
  ],
  [["--help"], { command: "help" }],
])("parseUserCommand reads %j", (args, expected) => {
  expect(parseUserCommand(args)).toEqual(expected);
});

it.each([
  [[], /what to do/],
  [["remove"], /"remove" is no command/],
  [["create", "--email", "a@example.org"], /--name is missing/],
  [["create", "--name", "Ada"], /--email is missing/],
  [["create", "--name", "", "--email", "a@example.org"], /--name must have/],
  [["create", "--name", "x".repeat(101), "--email", "a@example.org"], /--name must have/],
  [["delete", "--email", "nobody"], /no valid e-mail/],
  [["create", "--email", "a@example.org", "--name", "Ada", "Lovelace"], /one word too many/],
  [["list", "--all"], /--all/],
  [["set-role", "--email", "a@example.org"], /--role is missing/],
  [["set-role", "--email", "a@example.org", "--role", "root"], /--role must be one of reader, editor, admin/],
])("parseUserCommand refuses %j", (args, message) => {
  expect(() => parseUserCommand(args)).toThrow(UsageError);
  expect(() => parseUserCommand(args)).toThrow(message);
});

it.each(["koop26", "x".repeat(72), " spaces "])("checkPassword accepts %j", (password) => {
  expect(checkPassword(password, 6)).toBe(password);
});

it.each(["", "12345", "x".repeat(73), "ä".repeat(37)])("checkPassword refuses %j", (password) => {
  expect(() => checkPassword(password, 6)).toThrow(UsageError);
});

it("checkPassword refuses passwords that are shorter than PASSWORD_MIN or among the most common", () => {
  expect(() => checkPassword("elf Zeichen", 12)).toThrow(/at least 12 characters/);
  expect(() => checkPassword("Passwort", 6)).toThrow(/one of the commonest/);
});
