import { describe, expect, it } from "vitest";
import { FILTER_MAX_LENGTH } from "../limits";
import { parseKindQuery } from "./kind-query";
import { defaultListQuery, listSearchParams, toPage } from "./list-query";
import { definitionOf } from "../kinds/registry";

const member = definitionOf("member");
const thematicField = definitionOf("thematicField");
const parse = (text: string, definition = member) => parseKindQuery(definition, new URLSearchParams(text));

describe("parseKindQuery", () => {
  it("parseKindQuery fills in the defaults and ignores unknown parameters", () => {
    expect(parse("x=1")).toEqual({ query: defaultListQuery(member), errors: {}, valid: true });
  });

  it("parseKindQuery parses topics in every notation and removes duplicates", () => {
    for (const text of ["topics=1,2", "topics=1&topics=2", "topics[]=1&topics[]=2", "topics=1,2,1"]) {
      expect(parse(text).query.topics, text).toEqual([1, 2]);
    }
    expect(parse("topics=").valid).toBe(true);
    expect(parse("topics=1", thematicField).query.topics).toEqual([]);
  });

  it("parseKindQuery accepts aliases and any case", () => {
    expect(parse("sortBy=surname&sortOrder=DESC").query.sort).toEqual([{ field: "nachname", order: "desc" }]);
  });

  it("parseKindQuery sorts by several columns only where the kind allows it", () => {
    const text = "sortBy=themenfeld_en,themenfeld_de&sortOrder=desc";
    expect(parse(text, thematicField).query.sort).toEqual([
      { field: "themenfeld_en", order: "desc" },
      { field: "themenfeld_de", order: "asc" },
    ]);
    expect(parse("sortBy=nachname,email").errors).toEqual({ sortBy: ["type"] });
    expect(parse("sortBy=themenfeld_de,themenfeld_de", thematicField).valid).toBe(false);
    expect(parse("sortOrder=asc,desc", thematicField).errors).toEqual({ sortOrder: ["type"] });
  });

  it("parseKindQuery replaces invalid values with their defaults", () => {
    const { query, errors } = parse("pageNo=x&pageSize=1000&sortBy=y&filter=ok");
    expect(query).toEqual({ ...defaultListQuery(member), filter: "ok" });
    expect(Object.keys(errors).sort()).toEqual(["pageNo", "pageSize", "sortBy"]);
  });
});

describe("the text filter", () => {
  it("the text filter is read and measured without invisible characters and surrounding blanks", () => {
    const text = "Uni\u00adversität\u200b".padEnd(FILTER_MAX_LENGTH + 2, "x");
    const { query, errors } = parse(`filter=${encodeURIComponent(`\ufeff ${text} `)}`);
    expect(query.filter).toBe("Universität".padEnd(FILTER_MAX_LENGTH, "x"));
    expect(errors).toEqual({});
  });
});

describe("listSearchParams", () => {
  it("listSearchParams omits defaults and survives a round trip", () => {
    expect(listSearchParams(member, defaultListQuery(member)).toString()).toBe("");
    const { query } = parse("filter=a b&topics=3,4&sortBy=email&sortOrder=desc&pageNo=2&pageSize=25");
    expect(parse(listSearchParams(member, query).toString()).query).toEqual(query);
  });
});

describe("toPage", () => {
  it("toPage counts pages and rows from 1 and keeps the other parameters in its URLs", () => {
    const { query } = parse("pageNo=1&pageSize=2");
    const page = toPage(["c", "d"], 5, query, new URL("http://x/api/members?pageNo=1&pageSize=2&filter=ä"));
    expect(page).toMatchObject({ current_page: 2, last_page: 3, from: 3, to: 4 });
    expect(page.next_page_url).toBe("/api/members?pageNo=2&pageSize=2&filter=%C3%A4");
    expect(page.prev_page_url).toBe("/api/members?pageNo=0&pageSize=2&filter=%C3%A4");
  });

  it("toPage links back to the last page from beyond the end", () => {
    const { query } = parse("pageNo=9");
    const page = toPage([], 12, query, new URL("http://x/api/members"));
    expect(page).toMatchObject({ from: null, to: null, next_page_url: null, prev_page_url: "/api/members?pageNo=1" });
  });
});
