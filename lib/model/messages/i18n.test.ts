import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import en from "@/messages/en.json";
import { type MessageKey, negotiateLocale } from "./i18n";

describe("negotiateLocale", () => {
  it.each([
    ["en", "de-DE,de;q=0.9", "en"],
    ["de", "en", "de"],
    ["fr", "en-GB,en;q=0.8", "en"],
    [undefined, "en-US,en;q=0.9,de;q=0.8", "en"],
    [undefined, "de;q=0.4, en;q=0.7", "en"],
    [undefined, "fr-FR, fr;q=0.9, de-CH;q=0.3", "de"],
    [undefined, "EN-gb", "en"],
    [undefined, "en;q=0, *;q=0.5", "de"],
    [undefined, "en;q=rubbish", "de"],
    [undefined, "fr", "de"],
    [undefined, "*", "de"],
    [undefined, ";;,,q=", "de"],
    [undefined, "", "de"],
    [undefined, undefined, "de"],
    ["", null, "de"],
  ] as const)("negotiateLocale of the cookie %j and Accept-Language %j is %s", (cookie, header, locale) => {
    expect(negotiateLocale(cookie, header)).toBe(locale);
  });
});

type Tree = { [key: string]: string | Tree };

function leaves(tree: Tree, prefix = ""): [string, string][] {
  return Object.entries(tree).flatMap(([key, value]) =>
    typeof value === "string" ? [[prefix + key, value] as [string, string]] : leaves(value, `${prefix}${key}.`),
  );
}

describe("messages", () => {
  const german = leaves(de);
  const english = leaves(en);

  it("messages have the same keys in both languages", () => {
    expect(english.map(([key]) => key).sort()).toEqual(german.map(([key]) => key).sort());
  });

  it("message keys are those of their namespace, which the types check", () => {
    const keys: MessageKey<"rounds">[] = ["no_recipients", "none_chosen.open"];
    // @ts-expect-error A namespace is no message.
    keys.push("none_chosen");
    // @ts-expect-error There is no such message.
    keys.push("no_such_message");
    expect(keys.map((key) => german.some(([name]) => name === `rounds.${key}`))).toEqual([true, true, false, false]);
  });

  it("messages have the same placeholders in both languages", () => {
    const placeholders = ([key, text]: [string, string]) =>
      `${key}: ${[...new Set(text.match(/\{[a-z]\w*[,}]/g) ?? [])].sort().join(" ")}`;
    expect(english.map(placeholders).sort()).toEqual(german.map(placeholders).sort());
  });

  it("messages are never empty", () => {
    expect([...german, ...english].filter(([, text]) => text.trim() === "")).toEqual([]);
  });

  it("messages have the specification's exact wording for a duplicate", () => {
    expect(en.notices.already_exists).toBe('"{label}" already exists');
  });
});
