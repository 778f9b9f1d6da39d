import { expect, it } from "vitest";
import { definitionOf } from "./registry";
import { valuesOfTyped } from "./typed-name";

it("valuesOfTyped turns a searched name into initial values of a new record", () => {
  const values = (kind: string, typed: string, locale: "de" | "en" = "de") =>
    valuesOfTyped(definitionOf(kind), typed, locale);
  expect(values("institution", " Müller  GmbH ")).toEqual({ name: "Müller GmbH" });
  expect(values("institution", "Müller, Meier & Co.")).toEqual({ name: "Müller, Meier & Co." });
  expect(values("thematicField", "Robotics", "en")).toEqual({ themenfeld_en: "Robotics" });
  expect(values("member", "Anna Maria Müller")).toEqual({ vorname: "Anna Maria", nachname: "Müller" });
  expect(values("member", "Müller, Anna Maria")).toEqual({ vorname: "Anna Maria", nachname: "Müller" });
  expect(values("person", "Müller")).toEqual({ vorname: "", nachname: "Müller" });
  expect(values("person", "a.mueller@example.org")).toEqual({ email: "a.mueller@example.org" });
});
