import { describe, expect, it } from "vitest";
import { sentencesOf } from "./contract-sentences";
import { lastSignatureDay } from "./signature-days";

function lastDayOf(signatures: string) {
  const contract = sentencesOf([`Der Vertrag tritt mit der letzten Unterschrift in Kraft.\n\n${signatures}`]);
  return lastSignatureDay(contract, contract.lines.length);
}

describe("lastSignatureDay", () => {
  it.each([
    ["Lindenau, den 3. Mai 2026          Ostholm, den 12. Mai 2026", "2026-05-12"],
    ["Date: 29 April 2026                    Date: 21 May 2026", "2026-05-21"],
    ["Uferstadt, 9. April 2026\n\nProf. Klaasen\n\nUferstadt, 17. April 2026\n\nEnno Behrends", "2026-04-17"],
    ["Dr Stanyon, Director          2026-10-05\nDr. Ahrendt, Kanzler          2026-10-12", "2026-10-12"],
  ])("lastSignatureDay reads %j", (signatures, day) => {
    expect(lastDayOf(signatures)).toBe(day);
  });

  it.each([
    ["one has no day", "Brückenau, den 19.01.2026                      Salzfurt, den"],
    ["one is blank", "Lindenau, den 3. Mai 2026\n\nOstholm, den ______________"],
    ["one can be read in two ways", "Date: 06/02/2026                    Date: 09.06.2026"],
    ["there is only one", "Lindenau, den 3. Mai 2026\n\nHenrike Asmus"],
    [
      "one is that of a witness",
      "Lindenau, den 3. Mai 2026   Ostholm, den 4. Mai 2026   Gesehen, Praktikantenamt: 20.05.2026",
    ],
    ["they are years apart", "Lindenau, den 3. Mai 2020          Ostholm, den 12. Mai 2026"],
  ])("lastSignatureDay returns null if %s", (_case, signatures) => {
    expect(lastDayOf(signatures)).toBeNull();
  });
});
