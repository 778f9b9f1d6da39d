import { describe, expect, it } from "vitest";
import { regexes } from "zod/mini";
import { EMAIL, isEmail, webHref } from "./text";

describe("webHref", () => {
  it.each([
    ["https://www.fh-aachen.de", "https://www.fh-aachen.de"],
    ["HTTP://example.org/a?b#c", "HTTP://example.org/a?b#c"],
    ["www.fh-aachen.de", "https://www.fh-aachen.de"],
    ["fh-aachen.de/pfad", "https://fh-aachen.de/pfad"],
    ["www.example.org:8080/x", "https://www.example.org:8080/x"],
    ["http://localhost:3000", "http://localhost:3000"],
    ["www.universität.de", "https://www.universität.de"],
  ])("returns for %s the link %s", (typed, href) => {
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
  ])("returns null for %s", (typed) => {
    expect(webHref(typed)).toBeNull();
  });

  it("returns the link of a host with umlauts after many addresses without", () => {
    // Ten times as many as V8 needs to optimize `URL.canParse`, which is false for such hosts then.
    for (let call = 0; call < 50_000; call++) webHref(call % 2 ? "http://www.test.de" : "http://www.uni.de");
    const addresses = ["http://www.mühlenau.de", "www.mühlenau.de", "http://www.łódź.pl", "https://кто.рф"];
    expect(addresses.filter((typed) => webHref(typed) === null)).toEqual([]);
  });
});

describe("isEmail", () => {
  it("uses the same pattern as zod", () => expect(EMAIL.source).toBe(regexes.email.source));

  it("accepts e-mail addresses and nothing else", () => {
    expect(["a@example.org", "vor.nach+x@uni-example.de"].every(isEmail)).toBe(true);
    expect(["", "a", "a@", "a@b", "a b@example.org", "a@example.org\nBcc: x@example.org"].some(isEmail)).toBe(false);
  });
});
