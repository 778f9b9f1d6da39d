import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/* Typography and vocabulary of the message catalogues. */

type Words = { [key: string]: string | Words };

const flat = (words: Words, path = ""): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );

/**
 * Returns the keys of the messages that match `wrong`. Excludes the keys in `spelled`, whose
 * wording spec §8 defines.
 */
const keysWith = (words: Words, wrong: RegExp, ...spelled: string[]) =>
  flat(words)
    .filter(([key, text]) => wrong.test(text) && !spelled.includes(key))
    .map(([key]) => key);

describe("the German messages", () => {
  it("use German quotation marks, dashes and ellipses", () => {
    expect(keysWith(de, /["']|“(?=\p{L}|\{)/u)).toEqual([]);
    expect(keysWith(de, /\.\.\.|\S…/)).toEqual([]);
    expect(keysWith(de, /\s-\s|—/, "mail.signature")).toEqual([]);
  });

  it("use one term per concept", () => {
    expect(keysWith(de, /\bgelöst\b|\bmailen\b|\bUser\b|\bRecord\b/)).toEqual([]);
  });
});

describe("the English messages", () => {
  it("use English quotation marks, dashes and ellipses", () => {
    expect(keysWith(en, /"|„/, "notices.already_exists")).toEqual([]);
    expect(keysWith(en, /\.\.\.|\s…/)).toEqual([]);
  });

  it("use the term data record only where the specification does", () => {
    expect(keysWith(en, /data record/, "notices.add_more", "notices.cannotdeletecontrains")).toEqual([]);
  });
});
