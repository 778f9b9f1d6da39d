import { expect, it } from "vitest";
import { recordHref } from "./record-href";

it("recordHref returns the path of a record's page, optionally as of a moment", () => {
  expect(recordHref({ kind: "institutions", id: 4 })).toBe("/institution/4");
  expect(recordHref({ kind: "members", id: 4 }, "2026-11-21T17:03:11.123Z")).toBe(
    "/members/4?at=2026-11-21T17%3A03%3A11.123Z",
  );
});
