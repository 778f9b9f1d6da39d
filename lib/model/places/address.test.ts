import { describe, expect, it } from "vitest";
import { placeOf, readAddress } from "./address";

describe("placeOf", () => {
  it.each([
    ["Musterstr. 1, 52066 Aachen, Deutschland", "Aachen"],
    ["Templergraben 55, 52062 Aachen", "Aachen"],
    ["Templergraben 55 52062 Aachen", "Aachen"],
    ["Calle Jordi Girona 31, Barcelona, Spanien", "Barcelona"],
    [
      "Avenida Universitat Autónoma 23, Cerdanyola del Valles (Barcelona), Spanien",
      "Cerdanyola del Valles (Barcelona)",
    ],
    ["Gower Street, London WC1E 6BT, United Kingdom", "London"],
    ["77 Massachusetts Ave, Cambridge, MA 02139, USA", "Cambridge"],
    ["1600 Amphitheatre Parkway, Mountain View, Vereinigte Staaten", "Mountain View"],
    ["Minderbroedersberg 4-6, 6211 LK Maastricht, Niederlande", "Maastricht"],
    ["Lindstedtsvägen 24, SE-114 28 Stockholm", "Stockholm"],
    ["Krakowskie Przedmieście 26, 00-927 Warszawa, Polen", "Warszawa"],
    ["Cidade Universitária, 1649-004 Lisboa, Portugal", "Lisboa"],
    ["Universitätsring 1, A-1010 Wien", "Wien"],
    ["12 place du Panthéon, 75231 Paris Cedex 05, Frankreich", "Paris"],
    ["Dorsoduro 3246, Venezia, Italien", "Venezia"],
    ["Beispielweg 5\n73525 Schwäbisch Gmünd", "Schwäbisch Gmünd"],
    ["Raumberg 38, Irdning-Donnersbachtal, Österreich", "Irdning-Donnersbachtal"],
    ["Universitaetsplatz 10, HALLE (Saale), Deutschland", "HALLE (Saale)"],
    ["Wien, Österreich", "Wien"],
    ["Aachen", "Aachen"],
    // Addresses that contain a country, but no place.
    ["Kolumbien", "Kolumbien"],
    ["Hauptstraße 5, Schweiz", "Schweiz"],
  ])("placeOf finds in %j the place %j", (address, place) => {
    expect(placeOf(address)).toBe(place);
  });

  it.each([
    "",
    " , ",
    "Musterstraße 12",
    "Postfach 10 20 30",
    "1600 Pennsylvania Avenue",
    "siehe Sekretariat im zweiten Stock links neben dem Aufzug und dort bitte klingeln",
  ])("placeOf finds no place in %j", (address) => {
    expect(placeOf(address)).toBe("");
  });
});

describe("readAddress", () => {
  it.each([
    ["Dorsoduro 3246, Venezia, Italia", ["Dorsoduro 3246", "Venezia"], "IT"],
    ["Oxford,  England ", ["Oxford"], "GB"],
    ["San Marino", [], "SM"],
    // The city, of which the name is that of Grenada in Spanish, and the state of the USA.
    ["Avenida del Hospicio, Granada", ["Avenida del Hospicio", "Granada"], undefined],
    ["Athens, Georgia", ["Athens", "Georgia"], undefined],
  ])("readAddress reads %j", (address, parts, code) => {
    const read = readAddress(address);
    expect([read.parts, read.country?.code]).toEqual([parts, code]);
  });
});
