import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countryOfWebsite } from "./country-domains";

describe("countryOfWebsite", () => {
  it.each([
    ["www.fh-aachen.de", "DE"],
    ["http://www.ox.ac.uk:8080/a/b.fr?c=d.it#e.es", "GB"],
    ["HTTPS://WWW.UNIWIEN.AC.AT", "AT"],
    ["https://www.univ-reunion.re", "RE"],
    ["hku.hk/about", "HK"],
    ["www.unideb.hu.", "HU"],
    ["https://münchen.de", "DE"],
    ["https://университет.рф/", "RU"],
    ["xn--e1afmkfd.xn--p1ai", "RU"],
    ["https://www.大学.中国", "CN"],
  ])("the web address %s is in a domain of %s", (address, code) => expect(countryOfWebsite(address)).toBe(code));

  it.each([
    ...["https://example.com", "mit.edu", "www.cern.info", "europa.eu", "x.org", "x.net", "x.int", "x.biz"],
    ...["a.io", "unal.edu.co", "a.me", "a.tv", "a.ai", "a.cc", "a.fm", "a.to", "a.ws", "a.nu", "a.ac", "msu.su"],
    ...["a.an", "", "de", "localhost", "http://10.0.0.49/de", "http://[::1]/", "https://", "no address.de at all"],
  ])("the web address %j is in no domain of a country", (address) => expect(countryOfWebsite(address)).toBeNull());

  it("port, path and query of a web address do not change its country", () => {
    const behind = fc.tuple(fc.integer({ min: 1, max: 65_535 }), fc.webPath(), fc.webQueryParameters());
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z][a-z0-9]{0,20}$/), behind, (label, [port, path, query]) => {
        expect(countryOfWebsite(`https://www.${label}.ch:${port}${path}?${query}`)).toBe("CH");
      }),
    );
  });

  it("no text makes it throw", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => void countryOfWebsite(text)));
  });
});
