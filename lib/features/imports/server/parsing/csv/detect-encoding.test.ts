import iconv from "iconv-lite";
import { describe, expect, it } from "vitest";
import { decodeBytes, type ByteEncoding } from "./decode-bytes";
import { detectEncoding } from "./detect-encoding";

/** Encodes a text; iconv-lite has the currency sign in the place of the euro sign of macintosh. */
const encode = (text: string, encoding: ByteEncoding) =>
  iconv.encode(encoding === "macintosh" ? text.replaceAll("€", "¤") : text, encoding);

/** Returns a text as it is read after its encoding is detected. */
function readBack(text: string, encoding: ByteEncoding): string {
  const bytes = encode(text, encoding);
  return decodeBytes(bytes, detectEncoding(bytes));
}

const GERMAN = [
  "Name;Branchen\r\nUniversität Köln;Bildung\r\n",
  "Rheinisch-Westfälische Technische Hochschule Aachen;Templergraben 55\nJulius-Maximilians-Universität Würzburg;Sanderring 2",
  "Hochschule für Technik und Wirtschaft;Straße\nPädagogische Hochschule Schwäbisch Gmünd;Oberbettringer Straße 200",
  "Hochschule für bildende Künste;Überlingen\nÖffentliche Verwaltung;Ärztekammer Nürnberg",
  "UNIVERSITÄT KÖLN",
  "FACHHOCHSCHULE MÜNCHEN;ÖSTERREICH",
  "Zürich;Straße",
];
const GERMAN_WITH_EURO = ["Universität Köln;100 €", "Hochschule Düsseldorf;1.000 €;Straße", "Gebühr: 25€", "Köln;€ 20"];
const GERMAN_WITH_QUOTES = [
  "„Campus“ Köln – Süd; 20 €",
  "Haus „Müller“",
  "der ‚kleine‘ Ärger",
  "Hochschule – Köln",
  "2019–2021",
];
const FRENCH = [
  "Université de Genève",
  "Université Côte d’Azur",
  "Institut national des sciences appliquées de Lyon\nLycée Molière, à Besançon",
  "École supérieure des beaux-arts;Île-de-France",
  "études économiques à la faculté",
  "« Maîtrise » à l’université",
  "Cœur de Lyon\nŒuvre",
  "Hôtel-Dieu;Nîmes\nNoël;Liège",
  "ÉCOLE NORMALE SUPÉRIEURE",
];
const SPANISH = [
  "Universidad de León",
  "Universidad Autónoma de España;Coruña\nMálaga;Cádiz",
  "¿Qué es?",
  "Información Pública;Martínez Ibáñez",
  "Nº 5",
  "ESPAÑA;MÁLAGA",
];
const SCANDINAVIAN = [
  "Højskolen i København\nÅrhus Universitet",
  "Norges teknisk-naturvitenskapelige universitet;Sør-Trøndelag\nUniversitetet i Tromsø",
  "Umeå universitet;Luleå\nMälardalens högskola",
  "Næringsliv;Ålesund",
];
const OTHER_WESTERN = [
  "Universidade de São Paulo\nFundação das Relações",
  "Università degli Studi di Forlì",
  "Háskóli Íslands;Norðurland\nÞórshöfn",
  "Tartu Ülikool;Võru\nPõlva",
  "Citroën;België",
];
const SIGNS = [
  "Women’s College",
  "don’t",
  "Students’ Union",
  "the “global” campus",
  "10 m²;5 m³",
  "Name¹;Note²",
  "25 °C;§ 5",
  "Windows™;Word®",
  "£ 20;±5 %;20 µm;½",
  "Aix\u00a0– Marseille",
];
const EASTERN = [
  "Name;Branchen\r\nUniwersytet Łódzki;Bildung\r\n",
  "Uniwersytet Jagielloński;Kraków\nPolitechnika Śląska;Gdańsk",
  "Częstochowa;Rzeszów\nŹródło;Żyrardów",
  "UNIWERSYTET ŁÓDZKI",
  "Vysoké učení technické v Brně\nUniverzita Tomáše Bati ve Zlíně;Přerov",
  "České Budějovice;Plzeň\nŽilina;Dvůr Králové",
  "Budapesti Műszaki és Gazdaságtudományi Egyetem",
  "Győr;Gödöllő\nSzőlő;Kertészmérnöki",
  "Sveučilište u Zagrebu;Požega\nĐakovo",
  "Univerza v Ljubljani;Črnomelj\nŠkofja Loka",
  "Universitatea din Bucureşti;Iaşi\nŞtiinţe",
];

const cases = (encoding: ByteEncoding, ...lists: string[][]) => lists.flat().map((text) => [encoding, text] as const);

describe("detectEncoding", () => {
  it.each([
    ...cases("windows-1252", GERMAN, GERMAN_WITH_EURO, GERMAN_WITH_QUOTES),
    ...cases("windows-1252", FRENCH, SPANISH, SCANDINAVIAN, OTHER_WESTERN, SIGNS),
    ...cases("iso-8859-15", GERMAN, GERMAN_WITH_EURO, ["Cœur de Lyon"]),
    ...cases("windows-1250", EASTERN, GERMAN),
    ...cases("macintosh", GERMAN, GERMAN_WITH_EURO, GERMAN_WITH_QUOTES, FRENCH, SPANISH, SCANDINAVIAN),
    ...cases("ibm850", GERMAN, SPANISH, SCANDINAVIAN),
  ])("reads back a text that is written in %s: %j", (encoding, text) => {
    expect(readBack(text, encoding)).toBe(text);
  });

  it.each([
    ["Köln;Zürich", "windows-1252", "windows-1252"],
    ["Köln;Zürich", "windows-1250", "windows-1252"],
    ["Köln;100 €", "iso-8859-15", "iso-8859-15"],
    ["Uniwersytet Łódzki", "windows-1250", "windows-1250"],
    ["Köln", "macintosh", "macintosh"],
    ["Universität Köln", "ibm850", "ibm850"],
  ] as const)("detects %j in %s as %s", (text, encoding, detected) => {
    expect(detectEncoding(encode(text, encoding))).toBe(detected);
  });

  it("detects windows-1252 if nothing distinguishes the encodings", () => {
    expect(detectEncoding(encode("Universität;25 °C", "iso-8859-15"))).toBe("windows-1252");
    expect(detectEncoding(encode("ASCII", "ibm850"))).toBe("windows-1252");
  });

  it("detects the encoding by the first signs of a long file", () => {
    const bytes = Buffer.concat([
      encode("Universität Köln\n".repeat(3_000), "macintosh"),
      Buffer.alloc(1_000_000, 0x90),
    ]);
    expect(detectEncoding(bytes)).toBe("macintosh");
  });
});
