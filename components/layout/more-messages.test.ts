import { describe, expect, it } from "vitest";
import { mergedMessages } from "./more-messages";

describe("mergedMessages", () => {
  it("adds messages within a namespace, at any depth", () => {
    const above = { frame: { titles: { account: "Konto" }, logout: "Abmelden" } };
    const more = { frame: { titles: { unknown: "Unbekannt" } }, records: { one: "eins" } };
    expect(mergedMessages(above, more)).toEqual({
      frame: { titles: { account: "Konto", unknown: "Unbekannt" }, logout: "Abmelden" },
      records: { one: "eins" },
    });
  });

  it("keeps messages that are compiled to arrays as they are", () => {
    const compiled = ["Seite ", ["page"]] as unknown as string;
    expect(mergedMessages({ common: { page: compiled } }, { common: { page: compiled } }).common).toEqual({
      page: compiled,
    });
  });
});
