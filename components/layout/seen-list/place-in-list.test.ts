import { describe, expect, it } from "vitest";
import { idOfPath, placeInList, urlOfPage, withPage } from "./place-in-list";
import type { SeenList } from "./seen-list";

/** The second page of a list of 27 rows, whose keys are 100 and upwards. */
const list: SeenList = {
  href: "/institutions?filter=haus&pageNo=1",
  api: "/api/institutions?filter=haus&pageNo=1",
  key: "partner_institution_id",
  detail: "/institution",
  pageSize: 10,
  ids: [110, 111, 112, 113, 114, 115, 116, 117, 118, 119],
  first: 10,
  total: 27,
};
const keys = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("idOfPath", () => {
  it.each([
    ["/institution/12", 12],
    ["/institution/new", null],
    ["/institution/12/3", null],
    ["/institutions", null],
    ["/persons/12", null],
  ])("the path %s belongs to the record %s", (path, id) => {
    expect(idOfPath(list, path)).toBe(id);
  });
});

describe("placeInList", () => {
  it("the place of a record has a number in the whole list and its neighbours", () => {
    expect(placeInList(list, 111)).toEqual({ number: 12, previous: { id: 110 }, next: { id: 112 } });
  });

  it("the place of a record names the page to load at either end of the known rows", () => {
    expect(placeInList(list, 110)?.previous).toEqual({ pageNo: 0 });
    expect(placeInList(list, 119)?.next).toEqual({ pageNo: 2 });
  });

  it("the place of a record has no neighbour before the first row and after the last one", () => {
    const whole = { ...list, ids: [1, 2], first: 0, total: 2 };
    expect(placeInList(whole, 1)?.previous).toBeNull();
    expect(placeInList(whole, 2)?.next).toBeNull();
  });

  it("the place of a record is unknown if the known rows do not contain the record", () => {
    expect(placeInList(list, 120)).toBeNull();
  });
});

describe("withPage", () => {
  it("the rows of another page follow or precede the known ones, so that users can walk the whole list", () => {
    const longer = withPage(list, 2, { ids: keys(120, 126), total: 27 });
    expect(placeInList(longer, 119)?.next).toEqual({ id: 120 });
    expect(placeInList(longer, 126)).toEqual({ number: 27, previous: { id: 125 }, next: null });
    const whole = withPage(longer, 0, { ids: keys(100, 109), total: 27 });
    expect(placeInList(whole, 110)).toEqual({ number: 11, previous: { id: 109 }, next: { id: 111 } });
    expect(placeInList(whole, 100)).toEqual({ number: 1, previous: null, next: { id: 101 } });
  });

  it("rows that have moved to another page meanwhile are not repeated", () => {
    const longer = withPage(list, 2, { ids: keys(119, 127), total: 28 });
    expect(longer.ids).toEqual(keys(110, 127));
    expect(longer.total).toBe(28);
  });

  it("the rows of another page end a list that has become shorter", () => {
    const ended = withPage(list, 2, { ids: [], total: 19 });
    expect(placeInList(ended, 119)).toMatchObject({ number: 20, next: null });
    expect(ended.total).toBe(20);
    const begun = withPage(list, 0, { ids: [], total: 10 });
    expect(placeInList(begun, 110)).toMatchObject({ number: 1, previous: null });
  });
});

it("the URL of a list's page has the list's filters", () => {
  expect(urlOfPage("/members?filter=a%26b&pageNo=3", 0)).toBe("/members?filter=a%26b");
  expect(urlOfPage("/members?filter=a%26b", 2)).toBe("/members?filter=a%26b&pageNo=2");
  expect(urlOfPage("/members?pageNo=1", 0)).toBe("/members");
});
