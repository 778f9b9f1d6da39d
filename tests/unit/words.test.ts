import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";

/* How the words of the app are set, in the manner of each language. The words themselves are read by people. */

type Words = { [key: string]: string | Words };

const flat = (words: Words, path = ""): [string, string][] =>
  Object.entries(words).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[path + key, value]] : flat(value, `${path}${key}.`),
  );

/** The keys whose text is wrong, but for those that the specification spells (§8). */
const keysWith = (words: Words, wrong: RegExp, ...spelled: string[]) =>
  flat(words)
    .filter(([key, text]) => wrong.test(text) && !spelled.includes(key))
    .map(([key]) => key);

describe("the German words", () => {
  it("have quotes, dashes and dots as German sets them", () => {
    expect(keysWith(de, /["']|“(?=\p{L}|\{)/u)).toEqual([]);
    expect(keysWith(de, /\.\.\.|\S…/)).toEqual([]);
    expect(keysWith(de, /\s-\s|—/, "mail.signature")).toEqual([]);
  });

  it("say one thing by one word: links are deleted, mails are sent", () => {
    expect(keysWith(de, /\bgelöst\b|\bmailen\b|\bUser\b|\bRecord\b/)).toEqual([]);
  });
});

describe("the English words", () => {
  it("have quotes, dashes and dots as English sets them", () => {
    expect(keysWith(en, /"|„/, "notices.already_exists")).toEqual([]);
    expect(keysWith(en, /\.\.\.|\s…/)).toEqual([]);
  });

  it("say one thing by one word: a record is a data record in the specification's sentences only", () => {
    expect(keysWith(en, /data record/, "notices.add_more", "notices.cannotdeletecontrains")).toEqual([]);
  });
});
