import { describe, expect, it } from "vitest";
import { definitionOf } from "@/lib/model/kinds/registry";
import { roleColumn } from "./role-columns";

const project = definitionOf("project");

describe("column names of links with a role", () => {
  it("a column name of links with a role consists of a link list and the id of a role", () => {
    expect(roleColumn(project, "institutionen:4")).toMatchObject({
      name: "institutionen:4",
      by: "links",
      linkList: { list: "institutionen" },
      role: 4,
    });
  });

  it.each([
    "institutionen",
    "institutionen:",
    "institutionen:x",
    "institutionen:0",
    "institutionen:04",
    "institutionen:4:4",
    "institutionen:99999999999",
    "themenfelder:4",
    "nix:4",
    ":4",
  ])("%s is no column name of links with a role", (name) => {
    expect(roleColumn(project, name)).toBeUndefined();
  });
});
