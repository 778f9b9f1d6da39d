import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { labelledPairs, measure, recordScore, recordsOf } from "@/lab/duplicates/labelled-pairs";
import { DUPLICATE_THRESHOLD, scoreRecords, normalizeValues, type RawValues } from "./score-records";
import { SURENESS } from "@/lib/model/kinds/duplicate-fields";
import { placeOf } from "@/lib/model/places/address";
import { isDifferentAddress, normalizePostalAddress } from "./addresses";
import { differsInBrackets } from "./brackets";
import { scoreOrganisations } from "./score-organisations";
import { normalizePerson, scorePeople } from "./score-people";
import { normalizeText, scoreTexts } from "./score-texts";
import { blockingKeys } from "./blocking-keys";
import { normalizeOrganisation } from "./normalize-organisation";

const scoreNames = (a: string, b: string) => scoreOrganisations(normalizeOrganisation(a), normalizeOrganisation(b));
const people = (a: [string, string], b: [string, string]) => scorePeople(normalizePerson(a), normalizePerson(b));
const texts = (a: string, b: string) => scoreTexts(normalizeText(a), normalizeText(b));

describe("names of organisations", () => {
  it.each([
    ["Univ. of Valencia", "Universitat de València (Estudi General)"],
    ["Ludwig-Maximilians-Universität München", "University of Munich (LMU)"],
    ["Technische Universität München (TUM)", "TU München"],
    ["Hochschule für Technik und Wirtschaft Berlin", "HTW Berlin"],
    ["Fachhochschule Aachen", "FH Aachen University of Applied Sciences"],
    ["Robert Bosch GmbH", "Bosch GmbH"],
    ["Uniwersytet Warszawski", "University of Warsaw"],
    ["Heidelberg, Universität", "UNIVERSITAET HEIDELBERG"],
    ["SAP SE", "SAP"],
    ["London School of Economics and Political Science", "LSE"],
    [
      "Scuola universitaria professionale della Svizzera italiana (SUPSI)",
      "SUPSI - Universities of Southern Switzerland",
    ],
    ["RWTH Aachen University", "Rheinisch-Westfälische Technische Hochschule Aachen"],
    ["Magyar Tudományos Akadémia", "Hungarian Academy of Sciences"],
  ])("matches the organisation %s with %s", (a, b) =>
    expect(scoreNames(a, b)).toBeGreaterThanOrEqual(DUPLICATE_THRESHOLD),
  );

  it.each([
    ["Technische Universität Wien", "Universität Wien"],
    ["Universität Bremen", "Hochschule Bremen"],
    ["Universität Heidelberg", "Universitätsklinikum Heidelberg"],
    ["University of Michigan", "Michigan State University"],
    ["Universität Wien, Fakultät für Informatik", "Universität Wien"],
    ["Robert Bosch GmbH", "Robert Bosch Stiftung GmbH"],
    ["University of Michigan-Flint", "University of Michigan - Ann Arbor"],
    ["Université de Lyon 2", "Université de Lyon 3"],
    ["Haus A", "Haus E"],
    ["Wissenschaftsladen Bonn e. V.", "Rheinische Friedrich-Wilhelms-Universität Bonn"],
    ["Humboldt-Universität zu Berlin", "Wissenschaftszentrum Berlin für Sozialforschung gGmbH"],
    ["Università degli Studi di Roma la Sapienza", "Università degli Studi Roma Tre"],
    ["EPF Lausanne", "Université de Lausanne"],
    ["USU Software AG", "PROMOTION SOFTWARE GMBH"],
    ["St. Lawrence University", "Lawrence University"],
    ["Universidade Federal do Pará", "Universidade Federal do Paraná"],
    ["Indian Institute of Technology, Kharagpur", "Indian Institute of Technology–Ropar (IIT–Ropar)"],
  ])("does not match the organisation %s with %s", (a, b) =>
    expect(scoreNames(a, b)).toBeLessThan(DUPLICATE_THRESHOLD),
  );

  it("splits compounds of organisation names, and does not treat endings as names", () => {
    const words = (name: string) => normalizeOrganisation(name)[0]?.words;
    expect(words("Wissenschaftsladen Krummau")).toEqual(["laden", "krummau"]);
    expect(words("Ciencias Naturales Krummau")).toEqual(["krummau"]);
    expect(words("Kulturelle Stiftung Krummau")).toEqual(["krummau"]);
  });

  it("treats words that name object properties, such as constructor, as ordinary words", () => {
    expect(scoreNames("constructor __proto__ Werke", "toString Werke")).toBeLessThan(DUPLICATE_THRESHOLD);
  });
});

describe("names of people", () => {
  it.each([
    [
      ["Jürgen", "Müller"],
      ["Juergen", "Mueller"],
    ],
    [
      ["Müller", "Jürgen"],
      ["Jürgen", "Müller"],
    ],
    [
      ["J.", "Müller"],
      ["Jürgen", "Müller"],
    ],
    [
      ["Prof. Dr. Anna", "Groß"],
      ["Anna", "Gross"],
    ],
    [
      ["Anna Maria", "Weber-Ott"],
      ["Anna", "Weber"],
    ],
    [
      ["Alexander", "Wagner"],
      ["Alex", "Wagner"],
    ],
    [
      ["Anna", "von der Heide"],
      ["Anna", "Heide"],
    ],
  ] as [[string, string], [string, string]][])("matches the person %s with %s", (a, b) =>
    expect(people(a, b)).toBeGreaterThanOrEqual(DUPLICATE_THRESHOLD),
  );

  it.each([
    [
      ["Anna", "Müller"],
      ["Jürgen", "Müller"],
    ],
    [
      ["Anna", "Müller"],
      ["Anna", "Weber"],
    ],
    [
      ["Anna", "Weber-Ott"],
      ["Anna", "Weber-Lang"],
    ],
    [
      ["A.", "Meier"],
      ["B.", "Meier"],
    ],
  ] as [[string, string], [string, string]][])("does not match the person %s with %s", (a, b) =>
    expect(people(a, b)).toBeLessThan(DUPLICATE_THRESHOLD),
  );
});

describe("texts", () => {
  it("texts match despite another order or a typing error, but not with other numbers", () => {
    expect(texts("Netzwerk Grundschule im Wandel", "Grundschule im Wandel: Netzwrk")).toBeGreaterThanOrEqual(
      DUPLICATE_THRESHOLD,
    );
    expect(texts("Lernwerkstatt, Phase 1", "Lernwerkstatt Phase I")).toBeGreaterThanOrEqual(DUPLICATE_THRESHOLD);
    expect(texts("Lernwerkstatt, Phase 1", "Lernwerkstatt, Phase 2")).toBeLessThan(DUPLICATE_THRESHOLD);
    expect(texts("Lernwerkstatt II", "Lernwerkstatt")).toBeLessThan(DUPLICATE_THRESHOLD);
  });
});

describe("words in brackets", () => {
  const differ = (a: string, b: string) => {
    const [[one], [other]] = [normalizeOrganisation(a), normalizeOrganisation(b)];
    return one !== undefined && other !== undefined && differsInBrackets(one, other);
  };

  it.each([
    ["Religionslehre (evangelisch)", "Religionslehre (kath.)"],
    ["Trinity College (Dublin)", "Trinity College (Hartford)"],
    ["Institut Krummau (IKA)", "Institut Krummau (ZEF)"],
    ["Siemens (Schweiz)", "Siemens (Austria)"],
  ])("words in brackets distinguish %s and %s", (a, b) => expect(differ(a, b)).toBe(true));

  it.each([
    ["Religionslehre (evang.)", "Religionslehre (evangelisch)"],
    ["Ludwig-Maximilians-Universität (LMU)", "LMU (München)"],
    ["Technische Universität München (TUM)", "Technical University of Munich (Germany)"],
    ["Universität Bonn (University of Bonn)", "Universität Bonn (Rheinische Friedrich-Wilhelms-Universität)"],
    ["Universität Krummau (Österreich)", "University of Krummau (Austria)"],
    ["Bonn University (Germany)", "Universität (Bonn)"],
    ["Universität Krummau (Estudi General)", "Universität Krummau"],
  ])("words in brackets do not distinguish %s and %s", (a, b) => expect(differ(a, b)).toBe(false));
});

describe("postal addresses", () => {
  const areDifferent = (a: string, b: string) =>
    isDifferentAddress(normalizePostalAddress(a).address, normalizePostalAddress(b).address);

  it.each([
    ["Weg 7, 12345 Ort", "Gasse 9, 54321 Dorf"],
    ["Hauptstraße 5, Berlin", "Hauptstr. 17, Berlin"],
    ["Dublin", "Hartford"],
    ["Claverton Down, Bath", "University Avenue, Glasgow"],
    ["Hartford", "Weg 7, 12345 Ort"],
  ])("the addresses %s and %s differ", (a, b) => expect(areDifferent(a, b)).toBe(true));

  it.each([
    ["Weg 7, 12345 Ort", "12345 Ort, Weg 7"],
    ["Wien", "Stephansplatz 1, 1010 Vienna"],
    ["Wien", "Stephansplatz 1"],
    ["Pleinlaan 2, 1050 Brussel", "Boulevard de la Plaine 2, 1050 Bruxelles"],
    ["Weg 7", "12345 Ort"],
    ["Hauptstr. 5, Bern", "Haupstr. 5, Bern"],
    ["", "Wien"],
  ])("the addresses %j and %s may be the same", (a, b) => expect(areDifferent(a, b)).toBe(false));
});

const nothing: RawValues = { names: [[""]], aliases: [], email: "", website: "", address: "", town: "" };
const record = (values: Partial<RawValues>) =>
  normalizeValues("organisations", { ...nothing, town: placeOf(values.address ?? ""), ...values });

describe("records", () => {
  it("records match for several reasons; a postal address counts only together with another reason", () => {
    const a = record({
      names: [["Werk Nord"]],
      email: "a@x.example",
      website: "www.nord.example",
      address: "Weg 7, 12345 Ort",
    });
    const b = record({
      names: [["Nord Werk"]],
      email: "A@x.example",
      website: "http://nord.example/en",
      address: "12345 Ort, Weg 7",
    });
    expect(scoreRecords("organisations", a, b).reasons).toEqual(["name", "email", "website", "address"]);
    const other = record({ names: [["Bäckerei"]], address: "Weg 7, 12345 Ort" });
    expect(scoreRecords("organisations", a, other)).toEqual({ score: 0, reasons: [], differences: [] });
    expect(scoreRecords("organisations", a, b, () => true).reasons).not.toContain("website");
  });

  it("records rarely match in different countries, unless an e-mail address is equal", () => {
    const trinity = (address: string, email = "") => record({ names: [["Trinity College"]], address, email });
    const result = (a: string, b: string, email?: string) =>
      scoreRecords("organisations", trinity(a, email), trinity(b, email)).reasons;
    expect(result("Dublin, Ireland", "Hartford, USA")).toEqual([]);
    expect(result("Dublin, Ireland", "College Green 1; Dublin; Irland")).toEqual(["name"]);
    expect(result("Dublin", "Hartford, USA")).toEqual(["name"]);
    expect(result("Atlanta, Georgia", "Atlanta, USA")).toEqual(["name"]);
    expect(result("Dublin, Ireland", "Hartford, USA", "info@trinity.example")).toContain("email");
  });

  it("records do not have the same address if it is only a country", () => {
    const at = (address: string) => record({ names: [["Werk Nord"]], address });
    const reasons = (a: string, b: string) => scoreRecords("organisations", at(a), at(b)).reasons;
    expect(reasons("Vereinigte Staaten", "Vereinigte Staaten")).toEqual(["name"]);
    expect(reasons("Weg 7, 12345 Ort, Deutschland", "Weg 7, 12345 Ort")).toEqual(["name", "address"]);
  });

  it("records are no sure match at different addresses", () => {
    const free = (name: string, address: string) => record({ names: [[name]], address });
    const vub = free("Vrije Universiteit Brussel", "Pleinlaan 2, Brussel, Belgien");
    const ulb = free("Université libre de Bruxelles", "Avenue Franklin Roosevelt 50, Bruxelles, Belgien");
    const result = scoreRecords("organisations", vub, ulb);
    expect(result.score).toBeLessThan(SURENESS.sure);
    expect(result).toMatchObject({ reasons: ["name"], differences: ["address"] });
  });

  it.each([
    ["www.nord.example", "sud.example", ["website"]],
    ["www.nord.example", "labor.nord.example", []],
    ["nord.ac.example", "nord.example", []],
    ["nord.example", "", []],
    ["facebook.com/nord", "nord.example", []],
  ])("records with the websites %s and %s have the differences %j", (one, other, differences) => {
    const at = (website: string) => record({ names: [["Werk Nord"]], website });
    const result = scoreRecords("organisations", at(one), at(other));
    expect(result.differences).toEqual(differences);
    expect(result.score >= SURENESS.sure).toBe(differences.length === 0);
  });

  it("people are a sure match at different addresses only with an equal e-mail address", () => {
    const anna = (address: string, email = "") =>
      normalizeValues("people", { ...nothing, names: [["Anna", "Weber"]], address, email });
    const [moved, same] = ["", "anna@weber.example"].map((email) =>
      scoreRecords("people", anna("Weg 7, 12345 Ort", email), anna("Gasse 9, 1010 Wien", email)),
    );
    expect(moved?.score).toBeLessThan(SURENESS.sure);
    expect(same?.score).toBeGreaterThanOrEqual(SURENESS.sure);
    expect([moved?.differences, same?.differences]).toEqual([["address"], ["address"]]);
  });

  it("records never match with other words in brackets, unless an alias does", () => {
    const theology = (inBrackets: string, english: string, aliases: string[] = []) =>
      normalizeValues("texts", { ...nothing, names: [[`Theologie (${inBrackets})`], [english]], aliases });
    const score = (a: ReturnType<typeof theology>, b: ReturnType<typeof theology>) => scoreRecords("texts", a, b).score;
    expect(score(theology("evang.", "Theology"), theology("kath.", "Theology"))).toBe(0);
    expect(score(theology("evang.", "Theology"), theology("evangelisch", "Theology"))).toBeGreaterThan(0.6);
    expect(score(theology("evang.", "", ["Theologie (kath.)"]), theology("kath.", ""))).toBeGreaterThan(0.6);
    const college = (town: string) =>
      record({ names: [[`Trinity College (${town})`]], email: "info@trinity.example", website: "trinity.example" });
    expect(scoreRecords("organisations", college("Dublin"), college("Hartford")).score).toBe(0);
  });

  it("empty records do not match", () => {
    expect(scoreRecords("organisations", record({}), record({}))).toEqual({ score: 0, reasons: [], differences: [] });
  });

  it.each([
    // The host spells the other's name.
    ["Szkoła Główna Gospodarstwa Wiejskiego", "Warszawa", "Agricultural University of Warsaw", "sggw.waw.pl", true],
    ["Università degli Studi della Tuscia", "Viterbo", "Viterbo State University", "unitus.it", true],
    ["Universiteit Nyenrode", "Breukelen", "Nyenrode Business University", "nyenrode.nl", true],
    // It spells the owner's name, too, or a place, a part or another number.
    ["University of Georgia", "Athens", "University of North Georgia", "ung.edu", false],
    ["Qatar University", "Doha, Qatar", "Northwestern University in Qatar", "qatar.northwestern.edu", false],
    ["RWTH Aachen", "Aachen", "Fachhochschule Aachen", "fh-aachen.de", false],
    ["Universitätsmedizin Mainz", "Mainz", "Universität Mainz", "uni-mainz.de", false],
    ["Université de Paris I", "Paris", "Paris IV Sorbonne", "paris4.fr", false],
  ])("a match of %s (%s) and %s with the host %s is %s", (name, address, owner, website, doMatch) => {
    const [a, b] = [record({ names: [[name]], address }), record({ names: [[owner]], website })];
    const { score, reasons } = scoreRecords("organisations", a, b);
    expect(score >= DUPLICATE_THRESHOLD && reasons.length > 0).toBe(doMatch);
    expect(reasons.includes("website")).toBe(doMatch);
    const withHost = record({ names: [[name]], address, website: "other.example" });
    expect(scoreRecords("organisations", withHost, b).reasons, "another host").not.toContain("website");
  });

  it.each([
    ["Hochschule für Philosophie", "Weg 7, 80539 München", "Hochschule für Philosophie München", true],
    ["Institute of Science and Technology", "Austria", "Institute of Science and Technology Austria", true],
    // A place is not enough if other words differ.
    ["Bocconi University", "Via Sarfatti 25, Milano", "University of Milan", false],
    ["Ilam University of Medical Sciences", "Iran", "Iran University of Medical Sciences", false],
  ])("a match of %s (%s) and %s, which names the place, is %s", (name, address, other, doMatch) => {
    const [a, b] = [record({ names: [[name]], address }), record({ names: [[other]] })];
    expect(scoreRecords("organisations", a, b).reasons).toEqual(doMatch ? ["name"] : []);
  });

  const scoreOf = (a: string, b: string, address = "") => {
    const { score, reasons } = scoreRecords(
      "organisations",
      record({ names: [[a]] }),
      record({ names: [[b]], address }),
    );
    return reasons.length > 0 ? score : 0;
  };

  it.each([
    // Places that the dictionary knows, also in another language and with a country or a postcode.
    ["(Hamburg)", "Universität Hamburg", ""],
    ["(Hamburg)", "Universität Hamburg", "Mittelweg 177, 20148 Hamburg"],
    ["Köln", "Universität zu Köln", ""],
    ["KÖLN", "Universität zu Köln", ""],
    ["Cologne", "Universität zu Köln", ""],
    ["Köln", "Verein Köln e. V.", ""],
    ["Köln, Deutschland", "Universität zu Köln", ""],
    ["Köln (Germany)", "Köln University", ""],
    ["London, United Kingdom", "University of London", ""],
    ["50923 Köln", "Universität zu Köln", ""],
    ["D-50923 Köln", "Universität zu Köln", ""],
    ["Köln-Zürich", "Universität Köln-Zürich", ""],
    ["New York", "New York University", ""],
    ["South Florida", "University of South Florida", ""],
    ["München", "Hochschule München", ""],
    ["München", "Akademie München", ""],
    // Towns of the other's name.
    ["Krummau", "Universität Krummau", ""],
    ["(Krummau)", "University of Krummau", ""],
    ["Krumau", "Universität Krummau", ""],
    ["Bad Krummau", "Universität Bad Krummau", ""],
    ["Krummau", "Europa-Universität zu Krummau", ""],
    ["Mexico City", "University of Mexico City", ""],
    ["Krummau", "Akademie in Krummau", ""],
    ["Krummau", "Univ. Krummau", ""],
    ["Sankt Krummau", "University of St. Krummau", ""],
    ["Saarland", "Universität des Saarlandes", ""],
    ["Krummau", "Krummau, Universität", ""],
    ["York", "York (University of)", ""],
    // Towns of the other's address.
    ["Krummau", "Krummau University", "Weg 7, 12345 Krummau"],
    ["Krummau, Österreich", "Krummau University", "Weg 7, Krummau"],
    ["Stanford", "Stanford University", "450 Serra Mall, Stanford, CA 94305, USA"],
    ["Stanford, CA", "Stanford University", "450 Serra Mall, Stanford, CA 94305, USA"],
    ["Bad Krummau", "Bad Krummau University", "12345 Bad Krummau"],
  ])("%s, which is only a place, does not match %s (%s)", (place, name, address) => {
    expect(scoreOf(place, name, address)).toBe(0);
  });

  it.each([
    ["(Hamburg)", "Hamburg"],
    ["KÖLN", "Köln"],
    ["Köln", "Cologne"],
    ["Köln", "Köln, Deutschland"],
    ["Krummau", "Krummau GmbH"],
    ["New York", "New York (USA)"],
  ])("%s and %s match as one place", (a, b) => {
    expect(scoreOf(a, b, "Weg 7, 12345 Krummau")).toBeGreaterThanOrEqual(DUPLICATE_THRESHOLD);
  });

  it.each([
    // Not only a place: a word that no dictionary, name or address knows as one.
    ["Stanford", "Stanford University", ""],
    ["Bosch", "Robert Bosch GmbH", "Robert-Bosch-Platz 1, 70839 Gerlingen"],
    ["Bocconi", "Università Bocconi", "Via Sarfatti 25, Milano"],
    ["Lebenshilfe", "Lebenshilfe, Verein", ""],
    ["Viadrina", "Europa-Universität Viadrina", "Frankfurt (Oder)"],
    ["Jagiellonian", "Jagiellonian University", ""],
    ["Universität (Hamburg)", "Universität Hamburg", ""],
    ["Technische Universität (Berlin)", "Technische Universität Berlin", ""],
    ["(Universität Hamburg)", "University of Hamburg", "Universität Hamburg"],
    ["Hamburg, Universität", "Universität Hamburg", "20148 Hamburg"],
  ])("%s matches %s (%s), although its name may contain a place", (a, b, address) => {
    expect(scoreOf(a, b, address)).toBeGreaterThanOrEqual(DUPLICATE_THRESHOLD);
  });

  it("a record named by a place matches by an equal e-mail address or host, but no host spells the place", () => {
    const values = { email: "info@uni-hamburg.example", website: "uni-hamburg.example" };
    const university = record({ names: [["Universität Hamburg"]], ...values });
    const result = scoreRecords("organisations", record({ names: [["(Hamburg)"]], ...values }), university);
    expect(result.reasons).toEqual(["email", "website"]);
    const town = record({ names: [["Stadtverwaltung der Elbe"]], website: "hamburg.example" });
    expect(scoreRecords("organisations", record({ names: [["(Hamburg)"]] }), town).score).toBe(0);
  });

  it("an alias that is only a place matches only this place", () => {
    const university = record({ names: [["Universität zu Köln"]], aliases: ["Köln"] });
    const reasons = (name: string) => scoreRecords("organisations", university, record({ names: [[name]] })).reasons;
    expect(reasons("Cologne")).toEqual(["alias"]);
    expect(reasons("Verein Köln")).toEqual([]);
    const town = record({ names: [["Köln"]], aliases: ["Domstadt"] });
    expect(scoreRecords("organisations", town, record({ names: [["Universität Köln"]] })).score).toBe(0);
  });

  it("a record without a name does not match a name that is only the place of its address", () => {
    const [a, b] = [record({ names: [[""]], address: "Hamburg" }), record({ names: [["Hamburg"]] })];
    expect(scoreRecords("organisations", a, b)).toEqual({ score: 0, reasons: [], differences: [] });
  });

  it.each([
    ["York University", "University of York"],
    ["York University", "York, University of"],
    ["The York University", "The University of York"],
    ["York Univ.", "Univ. of York"],
    ["YORK UNIVERSITY", "UNIVERSITY OF YORK"],
    ["Washington University", "University of Washington"],
    ["Miami University", "University of Miami"],
    ["Boston University", "University of Boston"],
    ["Boston University, Massachusetts", "University of Boston, Massachusetts"],
    ["South Florida University", "University of South Florida"],
    ["New York University", "University of New York"],
    ["Buffalo University", "University at Buffalo"],
    ["York College", "College of York"],
    ["Athens Academy", "Academy of Athens"],
  ])("%s and %s, in the other English word order, are a probable match", (a, b) => {
    for (const [one, other] of [
      [a, b],
      [b, a],
    ] as const) {
      expect(scoreOf(one, other)).toBeLessThan(SURENESS.sure);
      expect(scoreOf(one, other)).toBeGreaterThanOrEqual(SURENESS.likely);
    }
  });

  it.each([
    // Other languages do not tell institutions apart by the order, nor do inverted spellings.
    ["Universität Hamburg", "Hamburg, Universität"],
    ["Universität Hamburg", "Hamburg Universität"],
    ["Universität Hamburg", "Hamburg University"],
    ["Universität Hamburg", "University of Hamburg"],
    ["University of York", "York, University of"],
    ["Uniwersytet Warszawski", "Warsaw University"],
    ["Universiteit Leiden", "Leiden University"],
    ["Universidad de Navarra", "Navarra University"],
    // Another concept: both are translations of one name.
    ["Warsaw Medical University", "Medical University of Warsaw"],
    ["Krummau University of Applied Sciences", "University of Applied Sciences Krummau"],
    ["Krummau Technical University", "Technical University of Krummau"],
    ["Universität Krummau (Krummau University)", "University of Krummau"],
  ])("%s and %s, in another word order, are a sure match", (a, b) => {
    expect(scoreOf(a, b)).toBeGreaterThanOrEqual(SURENESS.sure);
  });

  it("records in the other English word order are a sure match only by an alias", () => {
    const york = (name: string, aliases: string[] = []) =>
      record({ names: [[name]], aliases, email: "info@york.example", website: "york.example" });
    const score = (aliases: string[]) =>
      scoreRecords("organisations", york("York University"), york("University of York", aliases)).score;
    expect(score([])).toBeLessThan(SURENESS.sure);
    expect(score(["York University"])).toBeGreaterThanOrEqual(SURENESS.sure);
  });

  it("records with nearly equal names and different websites do not match", () => {
    const college = (name: string, website: string) => record({ names: [[name]], website });
    const [a, b] = ["Danville Community College", "Danville Area Community College"];
    const result = (website: string) =>
      scoreRecords("organisations", college(a ?? "", "dcc.example.edu"), college(b ?? "", website));
    expect(result("dacc.edu").reasons).toEqual([]);
    expect(result("").reasons).toContain("name");
  });

  it("records match by an alias", () => {
    const a = record({ names: [["Haus am Hang"]], aliases: ["Akademie Felsenegg"] });
    const result = scoreRecords("organisations", a, record({ names: [["Felsenegg Academy"]] }));
    expect(result.reasons).toEqual(["alias"]);
  });
});

const word = fc.oneof(
  fc.constantFrom(
    "Universität",
    "Hochschule",
    "Wien",
    "TU",
    "(LMU)",
    "GmbH",
    "für",
    "2",
    "II",
    "St.",
    "Klinik",
    "Ludwig",
    "University of",
    "University",
    "Krummau",
    "12345",
  ),
  fc.string({ maxLength: 8 }),
);
const name = fc.array(word, { maxLength: 6 }).map((words) => words.join(" "));
const values = fc.record({
  names: name.map((text) => [[text]]),
  aliases: fc.array(name, { maxLength: 2 }),
  email: fc.constantFrom("", "a@b.example"),
  website: fc.constantFrom("", "b.example", "http://[", "www.c.example/x"),
  address: fc.constantFrom("", "Weg 7 Ort"),
  town: fc.constantFrom("", "Ort", "Krummau"),
});
const kinds = fc.constantFrom("organisations" as const, "people" as const, "texts" as const);

describe("any input", () => {
  it("scores any two records symmetrically between 0 and 1, also after a JSON round trip", () => {
    fc.assert(
      fc.property(kinds, values, values, (kind, one, other) => {
        const [a, b] = [normalizeValues(kind, one), normalizeValues(kind, other)];
        const result = scoreRecords(kind, a, b);
        expect(scoreRecords(kind, b, a)).toEqual(result);
        expect(result.score).toBeGreaterThanOrEqual(0);
        expect(result.score).toBeLessThanOrEqual(1);
        // The database stores normalized records as JSON.
        expect(scoreRecords(kind, JSON.parse(JSON.stringify(a)), b)).toEqual(result);
      }),
      { numRuns: 500 },
    );
  });

  it("scores a text as equal for any order of its words", () => {
    const plain = fc.array(fc.constantFrom("Universität", "Klinik", "Wien", "Krummau", "Nordwerk", "Ludwig", "Kunst"), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(plain, fc.infiniteStream(fc.nat()), (words, numbers) => {
        const mixed = words
          .map((each) => [numbers.next().value as number, each] as const)
          .sort(([a], [b]) => a - b)
          .map(([, each]) => each);
        const score = (a: string[], b: string[]) => scoreTexts(normalizeText(a.join(" ")), normalizeText(b.join(" ")));
        expect(score(words, mixed)).toBe(1);
      }),
    );
  });

  it("matching records share a blocking key", () => {
    for (const pair of labelledPairs()) {
      const { a, b, same } = pair;
      if (!same || recordScore(pair) < DUPLICATE_THRESHOLD) continue;
      const [one, other] = recordsOf(pair).map(blockingKeys);
      expect(
        one?.some((key) => other?.includes(key)),
        `${a} = ${b}`,
      ).toBe(true);
    }
  });
});

describe("manually labelled pairs", () => {
  it("scores reach the precision and recall of docs/duplicates.md on the held-out labelled pairs", () => {
    const pairs = labelledPairs();
    expect(pairs.filter(({ same }) => same).length).toBeGreaterThanOrEqual(200);
    expect(pairs.filter(({ same }) => !same).length).toBeGreaterThanOrEqual(200);
    const held = measure(
      pairs.filter(({ half }) => half === "held"),
      recordScore,
      DUPLICATE_THRESHOLD,
    );
    expect(held.precision).toBeGreaterThanOrEqual(0.96);
    expect(held.recall).toBeGreaterThanOrEqual(0.86);
  });
});
