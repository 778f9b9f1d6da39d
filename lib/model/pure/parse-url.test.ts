import { describe, expect, it } from "vitest";
import { parseUrl } from "./parse-url";

/** Calls after which Node 20 has optimized a caller of `URL.canParse`; ten times as many as needed. */
const WARM_UP_CALLS = 50_000;

describe("parseUrl", () => {
  it("parseUrl returns the parsed URL", () => {
    expect(parseUrl("https://www.mühlenau.de/größe?q=ä")?.href).toBe(
      "https://www.xn--mhlenau-n2a.de/gr%C3%B6%C3%9Fe?q=%C3%A4",
    );
    expect(parseUrl("/members?a=1", "http://localhost")?.pathname).toBe("/members");
  });

  it.each(["", "wort", "https://", "http://a b.de", "http://[::1", "http://a:99999"])(
    "parseUrl returns null for %j",
    (text) => {
      expect(parseUrl(text)).toBeNull();
    },
  );

  it("parseUrl parses hosts with umlauts after many calls", () => {
    for (let call = 0; call < WARM_UP_CALLS; call++) parseUrl(call % 2 ? "http://www.test.de" : "http://www.uni.de");
    const texts = [
      "http://www.mühlenau.de",
      "http://www.łódź.pl",
      "https://кто.рф",
      "https://東京大学.jp",
      "https://uni.de/größe",
    ];
    expect(texts.filter((text) => parseUrl(text) === null)).toEqual([]);
  });
});
