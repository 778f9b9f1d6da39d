import { describe, expect, it } from "vitest";
import { implausibleSql, isImplausible, type Plausibility } from "./plausible";
import { email, webAddress } from "./text";

/** `tests/api/records/implausible.test.ts` verifies that PostgreSQL returns the same. */
function isFlagged(plausibility: Plausibility | undefined, text: string): boolean {
  if (!plausibility) throw new Error("The field has no plausibility patterns");
  return isImplausible(plausibility, text);
}

describe("plausibility of an e-mail address", () => {
  const { plausibility } = email({ max: 100 });

  it.each(["a.b+c@uni-ulm.de", "A@UNI.DE", "x@mail.uni-example.de", "x@test.de", "o'neill@ucd.ie", ""])(
    "an e-mail address is plausible: %s",
    (text) => expect(isFlagged(plausibility, text)).toBe(false),
  );

  it.each([
    "a@uni",
    "müller@uni.de",
    "a@bücher",
    "a b@uni.de",
    "a@uni.de ",
    "a@uni..de",
    "a@-uni.de",
    "a@uni-.de",
    "a@uni.de,b@uni.de",
    "mailto:a@uni.de",
    "a(at)uni.de",
    "@uni.de",
    "a@@uni.de",
    "a@example.org",
    "a@mail.Example.COM",
    "a@host.test",
    "a@uni.invalid",
    "a@uni.d",
    "-",
    "k. A.",
  ])("an e-mail address is implausible: %s", (text) => expect(isFlagged(plausibility, text)).toBe(true));
});

describe("plausibility of a web address", () => {
  const { plausibility } = webAddress({ max: 255 });

  it.each([
    "https://www.fh-aachen.de",
    "www.upc.edu",
    "HTTP://WWW.UNI.DE/a?b=c#d",
    "uni.de/pfad/ä",
    "www.universität.de",
    "https://кто.рф",
    "https://xn--e1afmkfd.xn--p1ai/x",
    "https://web.archive.org/web/2020/http://uni.de",
    "http://10.0.0.1:8080/",
    "https://www.uni.de.",
    "https://foo_bar.uni.de?x",
    "https://testexample.org",
    "https://uni.de/example.org",
    "https://a--b.de",
    "",
  ])("a web address is plausible: %s", (text) => expect(isFlagged(plausibility, text)).toBe(false));

  it.each([
    "http://http://x",
    "http://http://uni.de",
    "http://https://www.uni.de",
    "HTTPS://HTTP://UNI.DE",
    "http://http:/uni.de",
    "http://http:8080/x",
    "https://https//uni.de",
    "http://www.http://uni.de",
    "http://www.uni.dehttp://www.uni.de",
    "http://https",
    "http://localhost:3000",
    "http://uni",
    "uni",
    "http://uni de/x",
    "http://uni.de/a b",
    "www.uni.de, www.fh.de",
    "www.uni,de",
    "http://www..uni.de",
    "http://.uni.de",
    "http://-uni.de",
    "https://uni-.de",
    "https://uni.dé",
    "https://uni.d3",
    "https://uni.de\u200b",
    "\u00a0https://uni.de",
    "a@uni.de",
    "https://nutzer@uni.de",
    "https://example.org",
    "www.Example.com/pfad",
    "https://host.test:80",
    "https://app.localhost",
    "https://",
    "k. A.",
    "-",
  ])("a web address is implausible: %s", (text) => expect(isFlagged(plausibility, text)).toBe(true));
});

it("implausibleSql escapes quotes in its SQL literals", () => {
  const sql = implausibleSql({ must: /it's/, never: /o'x/ }, "x");
  expect(sql).toBe("x <> '' AND (x !~* 'it''s' OR x ~* 'o''x')");
});
