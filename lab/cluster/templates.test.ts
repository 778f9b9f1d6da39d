import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { fillIn } from "./templates";

const FOLDER = path.join(import.meta.dirname, "../../deploy/cluster");

it("fillIn replaces every @NAME@ placeholder", () => {
  expect(fillIn("listen @ADDRESS@:@PORT@, @ADDRESS@", { ADDRESS: "::1", PORT: 5432 })).toBe("listen ::1:5432, ::1");
});

it("fillIn throws when a value is missing", () => {
  expect(() => fillIn("listen @ADDRESS@", { PORT: 1 })).toThrow("Nobody says what @ADDRESS@ stands for");
});

it.each(readdirSync(FOLDER))("the configuration template %s contains no password", (file) => {
  // Compose fills in `${…}` from .env; such variables are treated like placeholders.
  const text = readFileSync(path.join(FOLDER, file), "utf8").replace(/\$\{[^}]*\}/g, "@PASSWORD@");
  const passwords = text
    .split("\n")
    .flatMap((line) => /^[^#;]*password["']?\s*[:=]\s*"?([^\s",}]+)/i.exec(line)?.[1] ?? []);
  expect(passwords.filter((value) => value !== "@PASSWORD@")).toEqual([]);
});
