import { describe, expect, it } from "vitest";
import { definitionOf } from "../kinds/registry";
import { narrowedSearch } from "./filter-parameters";
import { isListParameter, parseAddressQuery, parseKindQuery, resolvedQuery } from "./kind-query";
import { addressSearchParams, listAddress, listSearchParams } from "./list-query";
import { LIST_MAX_IDS } from "../limits";

const project = definitionOf("project");
const TODAY = "2026-11-30";
const parse = (text: string) => parseAddressQuery(project, new URLSearchParams(text), TODAY);
const VIEW =
  "where[projektende][from]=today&where[projektende][to]=today%2B3m&where[changed][from]=today-7d&where[projektbeginn][to]=2026-01-31";

it("the URLs of a list keep the relative days of its address", () => {
  const query = parse(VIEW);
  const shown = new URLSearchParams(listAddress(project, { ...query, pageNo: 2, pageSize: 25 }).split("?")[1]);
  expect(Object.fromEntries(shown)).toEqual({
    "where[projektende][from]": "today",
    "where[projektende][to]": "today+3m",
    "where[changed][from]": "today-7d",
    "where[projektbeginn][to]": "2026-01-31",
    pageNo: "2",
    pageSize: "25",
  });
});

it("another filter beside relative days leaves them relative", () => {
  const { where } = parse(VIEW);
  const search = narrowedSearch(VIEW, { filter: "Ulm", topics: [], where });
  expect(search.get("where[projektende][to]")).toBe("today+3m");
});

it("requests take the days that relative days stand for", () => {
  const parameters = listSearchParams(project, resolvedQuery(parse(VIEW)));
  expect(Object.fromEntries(parameters)).toEqual({
    "where[projektende][from]": "2026-11-30",
    "where[projektende][to]": "2027-02-28",
    "where[changed][from]": "2026-11-23",
    "where[projektbeginn][to]": "2026-01-31",
  });
  // @ts-expect-error A query of an address is refused where a request is made of it.
  listSearchParams(project, parse(VIEW));
});

it("words that are no relative day, and texts like one, are no relative days in an address", () => {
  const { where, filter } = parse("filter=today&where[projektende][from]=tomorrow&where[kommentare][contains]=today");
  expect(filter).toBe("today");
  expect(where).toEqual([{ field: "kommentare", operator: "contains", value: "today" }]);
});

describe("the day on which records are active", () => {
  const errorsOf = (text: string) => parseKindQuery(project, new URLSearchParams(text)).errors;

  it("the address of a list keeps a relative day, and its requests take the day", () => {
    for (const [text, day] of [
      ["last_year_end", "2025-12-31"],
      ["today", TODAY],
      ["today-3m", "2026-08-30"],
      ["2026-01-31", "2026-01-31"],
    ] as const) {
      const query = parse(`active_on=${text}`);
      expect(addressSearchParams(project, query).get("active_on")).toBe(text);
      expect(new URLSearchParams(listAddress(project, { ...query, pageNo: 2 }).split("?")[1]).get("active_on")).toBe(
        text,
      );
      expect(listSearchParams(project, resolvedQuery(query)).toString()).toBe(`active_on=${day}`);
    }
  });

  it("the day stays relative beside another filter, and is removed with the filters", () => {
    const { filter, topics, where, activeOn } = parse("active_on=last_year_end");
    const search = "active_on=last_year_end&sortBy=status&pageNo=3";
    expect(narrowedSearch(search, { filter: "Ulm", topics, where, activeOn }).toString()).toBe(
      "filter=Ulm&active_on=last_year_end&sortBy=status",
    );
    expect(narrowedSearch(search, { filter, topics, where }).toString()).toBe("sortBy=status");
  });

  it("requests take one absolute day", () => {
    expect(errorsOf("active_on=2025-12-31")).toEqual({});
    for (const text of ["", "today", "last_year_end", "2025-02-29", "31.12.2025"])
      expect(errorsOf(`active_on=${text}`), text).toEqual({ active_on: ["date"] });
    expect(errorsOf("active_on=2025-12-31&active_on=2025-12-31")).toEqual({ active_on: ["type"] });
  });

  it("a page ignores what is no day", () => {
    expect(parse("active_on=tomorrow").activeOn).toBeUndefined();
  });

  it("only kinds that are active on days know the parameter", () => {
    const knows = (kind: Parameters<typeof definitionOf>[0]) => isListParameter(definitionOf(kind), "active_on");
    expect((["project", "institution", "person", "member"] as const).every(knows)).toBe(true);
    expect(knows("thematicField")).toBe(false);
    const { query } = parseKindQuery(definitionOf("thematicField"), new URLSearchParams("active_on=2025-12-31"));
    expect(query.activeOn).toBeUndefined();
  });
});

describe("chosen records", () => {
  it("a list keeps the keys of its chosen records, each once, beside other filters", () => {
    const query = parse("ids=3,1&ids=3");
    expect(query.ids).toEqual([3, 1]);
    expect(listSearchParams(project, resolvedQuery(query)).get("ids")).toBe("3,1");
    const { filter, topics, where, ids } = query;
    expect(narrowedSearch("ids=3,1&pageNo=2", { filter: "Ulm", topics, where, ids }).toString()).toBe(
      "filter=Ulm&ids=3%2C1",
    );
    expect(narrowedSearch("ids=3,1", { filter, topics, where }).size).toBe(0);
  });

  it("requests refuse keys that are no whole numbers, and too many of them", () => {
    const errorsOf = (ids: string) => parseKindQuery(project, new URLSearchParams({ ids })).errors;
    for (const ids of ["", "x", "0", "1,,2", "1.5", "-1"]) expect(errorsOf(ids), ids).toEqual({ ids: ["type"] });
    const keys = Array.from({ length: LIST_MAX_IDS + 1 }, (_, index) => index + 1);
    expect(errorsOf(keys.slice(1).join())).toEqual({});
    expect(errorsOf(keys.join())).toEqual({ ids: ["max"] });
  });
});
