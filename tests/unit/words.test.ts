import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/* Typography and vocabulary of the message catalogues. */

type Messages = { [key: string]: string | Messages };

const flatten = (messages: Messages, path = ""): [string, string][] =>
  Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flatten(value, `${path}${key}.`),
  );

/**
 * Returns the keys of the messages that match `wrong`. Excludes the keys in `spelled`, whose
 * wording spec §8 defines.
 */
const keysWith = (messages: Messages, wrong: RegExp, ...exempt: string[]) =>
  flatten(messages)
    .filter(([key, text]) => wrong.test(text) && !exempt.includes(key))
    .map(([key]) => key);

describe("the German messages", () => {
  it("German messages use German quotation marks, dashes and ellipses", () => {
    expect(keysWith(de, /["']|“(?=\p{L}|\{)/u)).toEqual([]);
    expect(keysWith(de, /\.\.\.|\S…/)).toEqual([]);
    expect(keysWith(de, /\s-\s|—/, "mail.signature")).toEqual([]);
  });

  it("German messages use one term per concept", () => {
    expect(keysWith(de, /\bgelöst\b|\bmailen\b|\bUser\b|\bRecord\b|[Ww]eitergeben|ohne Eile/)).toEqual([]);
  });
});

describe("the English messages", () => {
  it("English messages use English quotation marks, dashes and ellipses", () => {
    expect(keysWith(en, /"|„/, "notices.already_exists")).toEqual([]);
    expect(keysWith(en, /\.\.\.|\s…/)).toEqual([]);
  });

  it("English messages use one term per concept", () => {
    expect(keysWith(en, /\bassociat|\brunning (contract|project|import)/i)).toEqual([]);
  });

  it("English messages use the term data record only where the specification does", () => {
    expect(keysWith(en, /data record/, "notices.add_more", "notices.cannotdeletecontrains")).toEqual([]);
  });
});
