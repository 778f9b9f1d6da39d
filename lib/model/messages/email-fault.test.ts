import { describe, expect, it } from "vitest";
import { findEmailFault } from "./email-fault";
import { isEmail } from "../fields/text";

describe("findEmailFault", () => {
  it.each([
    ["email_domain_letters", ["max@müller.de", "max@www.łódź.pl", "max@東京.jp"]],
    ["email_letters", ["müller@uni.de", "jörg@müller.de", "max@кто.рф", "mаx@uni.de"]],
    [
      "email_invisible",
      [
        "max@uni\u200b.de",
        "max\u00ad@uni.de",
        "max@\ufeffuni.de",
        "m\u200dax@uni.de",
        "max@uni.de\u200e",
        "\u2060max@uni.de",
        "max@uni.de\u0007",
        "max\ufe0f@uni.de",
      ],
    ],
    [
      "email_blank",
      ["max @uni.de", "max@uni. de", "max\u00a0@uni.de", "max@\u202funi.de", "max@uni.de\tx", "m\nx@uni.de"],
    ],
    ["email_at", ["keine Adresse", "max", "max.uni.de", "max(at)uni.de", "müller", "-"]],
    ["email_several", ["max@uni.de, moritz@uni.de", "max@uni.de;moritz@uni.de", "max@@uni.de"]],
    ["email_only", ["Max Müller <max@uni.de>", "mailto:max@uni.de", "(max@uni.de)", '"max"@uni.de', "max@[10.0.0.1]"]],
    ["email_dot", ["max@uni..de", "max.@uni.de", ".max@uni.de", "max@.uni.de", "max@uni.de."]],
    ["email_domain", ["max@", "max@uni", "max@uni.d", "max@10.0.0.1"]],
  ])("findEmailFault returns %s", (fault, texts) => {
    expect(texts.map((text) => [text, findEmailFault(text)])).toEqual(texts.map((text) => [text, fault]));
    expect(texts.filter(isEmail)).toEqual([]);
  });

  it.each(["", " ", "max@uni.de", "\u00a0max@xn--mller-kva.de\ufeff", "max,moritz@uni.de", "@uni.de", "max@uni_.de"])(
    "findEmailFault returns null for %j",
    (text) => expect(findEmailFault(text)).toBeNull(),
  );

  it("findEmailFault takes linear time", () => {
    const texts = ["@", ".", "a.", "@.", "ü", " ", "\u200b"].map((part) => `a@${part.repeat(500_000)}!`);
    const start = performance.now();
    texts.forEach(findEmailFault);
    expect(performance.now() - start).toBeLessThan(1_000);
  });
});
