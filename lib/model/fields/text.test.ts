import { describe, expect, it } from "vitest";
import { regexes } from "zod/mini";
import { schemaOf } from "../values/schemas";
import { address, EMAIL, email, isEmail, longText, phone, text, webAddress, webHref } from "./text";

describe("webHref", () => {
  it.each([
    ["https://www.fh-aachen.de", "https://www.fh-aachen.de"],
    ["HTTP://example.org/a?b#c", "HTTP://example.org/a?b#c"],
    ["www.fh-aachen.de", "https://www.fh-aachen.de"],
    ["fh-aachen.de/pfad", "https://fh-aachen.de/pfad"],
    ["www.example.org:8080/x", "https://www.example.org:8080/x"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["www.universität.de", "https://www.universität.de"],
  ])("webHref returns for %s the link %s", (typed, href) => {
    expect(webHref(typed)).toBe(href);
  });

  it.each([
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "mailto:a@example.org",
    "ftp://example.org",
    "//example.org",
    "/pfad",
    "keine Adresse",
    "wort",
    "https://",
    "https://a b.de",
    "http://nutzer:geheim@example.org",
    "https://example.org\\@evil.example",
    "java\nscript:alert(1)",
  ])("webHref returns null for %s", (typed) => {
    expect(webHref(typed)).toBeNull();
  });

  it("webHref returns the link of a host with umlauts after many addresses without", () => {
    // Ten times as many as V8 needs to optimize `URL.canParse`, which is false for such hosts then.
    for (let call = 0; call < 50_000; call++) webHref(call % 2 ? "http://www.test.de" : "http://www.uni.de");
    const addresses = ["http://www.mühlenau.de", "www.mühlenau.de", "http://www.łódź.pl", "https://кто.рф"];
    expect(addresses.filter((typed) => webHref(typed) === null)).toEqual([]);
  });
});

describe("isEmail", () => {
  it("isEmail uses the same pattern as zod", () => expect(EMAIL.source).toBe(regexes.email.source));

  it("isEmail accepts e-mail addresses and nothing else", () => {
    expect(["a@example.org", "vor.nach+x@uni-example.de"].every(isEmail)).toBe(true);
    expect(["", "a", "a@", "a@b", "a b@example.org", "a@example.org\nBcc: x@example.org"].some(isEmail)).toBe(false);
  });
});

describe("text fields", () => {
  const fields = { text: text({ max: 20 }), address: address({ max: 20 }), phone: phone({ max: 20 }) };

  it.each(Object.entries({ ...fields, longText: longText({ max: 20 }) }))(
    "a text field stores the line breaks of %s as LF",
    (_, field) => {
      expect(schemaOf(field).parse(" Weg 1\r\n50923\rKöln\n")).toBe("Weg 1\n50923\nKöln");
      expect(field.parse("Weg 1\r\n50923\rKöln\n", { idOf: () => undefined })).toBe("Weg 1\n50923\nKöln");
    },
  );

  it("a text field counts a line break as one character", () => {
    const { success } = schemaOf(text({ max: 5 })).safeParse("ab\r\ncd");
    expect(success).toBe(true);
  });

  it.each([
    ["an e-mail address", email({ max: 50 }), "a@example.org\nb@example.org"],
    ["a web address", webAddress({ max: 50 }), "https://example.org/\na"],
  ])("a text field accepts no line break in %s", (_name, field, value) => {
    expect(schemaOf(field).safeParse(value).success).toBe(false);
  });

  it.each(Object.entries(fields))(
    "a text field shows %s in one line in lists, and with its lines elsewhere",
    (_, field) => {
      const value = "Weg 1\n50923 Köln";
      const names = { locale: "de" as const, nameOf: () => "" };
      expect(field.rowText({ adresse: value }, "adresse", "de")).toBe("Weg 1, 50923 Köln");
      expect([field.text(value, names), field.cell(value, names)]).toEqual([value, value]);
    },
  );
});

describe("telephone numbers", () => {
  it.each([
    ["+49 (0)241 / 80-0", "tel:+49241800"],
    ["0241\u00a080 0", "tel:0241800"],
    ["0241 1\n0241 2", null],
    ["0241 1\r\n0241 2", null],
  ])("the telephone number %j is dialled as %s", (typed, href) => {
    expect(phone({ max: 50 }).contactHref?.(typed)).toBe(href);
  });
});
