import { describe, expect, it } from "vitest";
import { recordWords } from "@/lib/store/records/record-words";
import { isLeadingLink, linkedName, linkPeriod, linkPieces, nameWithRoles, sortByRoles } from "./link-words";
import { linkListOf } from "./relations";

const { relation } = linkListOf("project", "institutionen");
const { relation: withoutFields } = linkListOf("project", "themenfelder");

const today = "2026-06-15";
const inLanguage = (locale: "de" | "en") => ({ locale, words: recordWords(locale), today });
const [german, english] = [inLanguage("de"), inLanguage("en")];

const COORDINATOR = { rolle_id: 4, rolle_de: "Koordination", rolle_en: "Coordinator" };
const PARTNER = { rolle_id: 5, rolle_de: "Partner", rolle_en: "Partner" };
const FUNDER = { rolle_id: 7, rolle_de: "Förderung", rolle_en: "Funder" };
const OPTIONS = [
  { id: 5, label: "Partner" },
  { id: 4, label: "Koordination", isLeading: true as const },
  { id: 7, label: "Förderung" },
];

describe("the period of a link", () => {
  it.each([
    [{}, "", ""],
    [{ seit: "2021-01-01" }, "seit 2021", "since 2021"],
    [{ seit: "2021-03-01" }, "seit 01.03.2021", "since 01.03.2021"],
    [{ bis: "2023-12-31" }, "bis 2023", "until 2023"],
    [{ seit: "2021-01-01", bis: "2023-12-31" }, "2021 – 2023", "2021 – 2023"],
    [{ seit: "2021-01-01", bis: "2021-12-31" }, "2021", "2021"],
    [{ seit: "2021-01-01", bis: "2023-06-30" }, "01.01.2021 – 30.06.2023", "01.01.2021 – 30.06.2023"],
    [{ seit: "2027-02-01" }, "ab 01.02.2027", "from 01.02.2027"],
    [{ seit: "2027-01-01", bis: "2028-12-31" }, "ab 2027 bis 2028", "from 2027 until 2028"],
  ])("the period of a link is formatted in both languages: %j", (values, de, en) => {
    expect([linkPeriod(relation, values, german), linkPeriod(relation, values, english)]).toEqual([de, en]);
  });

  it("the period of a link is empty for relations without one", () => {
    expect(linkPeriod(withoutFields, { seit: "2021-01-01" }, german)).toBe("");
  });
});

describe("linkPieces", () => {
  const values = { rollen: [COORDINATOR, FUNDER], seit: "2021-01-01", hauptkontakt: true };

  it("linkPieces returns roles, period and whether the link is a main contact", () => {
    expect(linkPieces(relation, values, german)).toEqual(["Koordination, Förderung", "seit 2021", "Hauptkontakt"]);
    expect(linkPieces(relation, values, english)).toEqual(["Coordinator, Funder", "since 2021", "Main contact"]);
  });

  it("linkPieces returns nothing for a link without values", () => {
    expect(linkPieces(relation, { rollen: [], seit: null, bis: null, hauptkontakt: false }, german)).toEqual([]);
    expect(linkPieces(withoutFields, {}, german)).toEqual([]);
  });
});

describe("the name of a linked record", () => {
  it("the name of a linked record follows its roles", () => {
    expect(linkedName(relation, { rollen: [COORDINATOR] }, "Uni Wien", german)).toBe("Koordination: Uni Wien");
    expect(linkedName(relation, { rollen: [COORDINATOR] }, "Uni Wien", english)).toBe("Coordinator: Uni Wien");
    expect(linkedName(relation, {}, "Uni Wien", german)).toBe("Uni Wien");
  });

  it("the name of a linked record is followed by the period of a link that is not current", () => {
    const former = { rollen: [PARTNER], seit: "2020-01-01", bis: "2023-12-31" };
    expect(linkedName(relation, former, "Uni Bern", german)).toBe("Partner: Uni Bern (2020 – 2023)");
    expect(linkedName(relation, { seit: "2027-02-01" }, "Uni Bern", english)).toBe("Uni Bern (from 01.02.2027)");
  });

  it("the name of a linked record follows flags instead of roles if that is requested", () => {
    const contact = { rollen: [], hauptkontakt: true };
    expect(linkedName(relation, contact, "Eva", german, true)).toBe("Hauptkontakt: Eva");
    expect(linkedName(relation, { ...contact, rollen: [PARTNER] }, "Eva", german, true)).toBe("Partner: Eva");
    expect(linkedName(relation, contact, "Eva", german)).toBe("Eva");
  });

  it("the name of a linked record precedes its roles in sentences", () => {
    expect(nameWithRoles(relation, { rollen: [PARTNER, FUNDER] }, "Uni", "de")).toBe("Uni (Partner, Förderung)");
    expect(nameWithRoles(relation, { rollen: [] }, "Uni", "de")).toBe("Uni");
  });
});

describe("the order of linked records", () => {
  const row = (name: string, ...rollen: object[]) => ({ name, rollen });

  it("linked records are ordered by leading roles, then by the list of roles, then by their previous order", () => {
    const rows = [row("a"), row("b", FUNDER), row("c", PARTNER), row("d", FUNDER, COORDINATOR), row("e")];
    expect(sortByRoles(relation, rows, OPTIONS).map(({ name }) => name)).toEqual(["d", "c", "b", "a", "e"]);
  });

  it("a link is leading by a leading role or a flag", () => {
    expect(isLeadingLink(relation, row("a", PARTNER, COORDINATOR), OPTIONS)).toBe(true);
    expect(isLeadingLink(relation, row("a", PARTNER), OPTIONS)).toBe(false);
    expect(isLeadingLink(relation, { ...row("a"), hauptkontakt: true }, OPTIONS)).toBe(true);
  });
});
