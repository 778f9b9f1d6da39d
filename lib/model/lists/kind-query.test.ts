import { expect, it } from "vitest";
import { definitionOf } from "../kinds/registry";
import { narrowedSearch } from "./filter-parameters";
import { parseAddressQuery, resolvedQuery } from "./kind-query";
import { listAddress, listSearchParams } from "./list-query";

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
