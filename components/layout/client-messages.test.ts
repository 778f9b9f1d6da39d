import { describe, expect, it } from "vitest";
import { pickMessages } from "./client-messages";

const messages = { common: { yes: "Ja", no: "Nein" }, records: { one: "eins", filters: { add: "dazu", all: "alle" } } };

describe("pickMessages", () => {
  it("returns whole namespaces and parts of them", () => {
    expect(pickMessages(messages, ["common", "records.filters.add", "records.one"])).toEqual({
      common: messages.common,
      records: { one: "eins", filters: { add: "dazu" } },
    });
  });

  it("leaves the messages themselves unchanged", () => {
    const before = structuredClone(messages);
    pickMessages(messages, ["records.filters", "records.filters.add"]);
    expect(messages).toEqual(before);
  });

  it("names a path that does not exist", () => {
    expect(() => pickMessages(messages, ["records.filter"])).toThrow("records.filter");
    expect(() => pickMessages(messages, ["nothing.at.all"])).toThrow("nothing.at.all");
  });
});
