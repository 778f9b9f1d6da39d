import { describe, expect, it } from "vitest";
import { ownPath } from "./own-path";

describe("ownPath", () => {
  it.each([
    "/members",
    "/members?filter=m%C3%BCller&topics=1,2",
    "/thematic-fields/7",
    "/persons?filter=a//b",
    "/loginhistory",
    "/",
  ])("ownPath keeps %j", (path) => {
    expect(ownPath(path)).toBe(path);
  });

  it.each([
    undefined,
    null,
    "",
    "members",
    "https://example.org/",
    "//example.org",
    "///example.org",
    "/\\example.org",
    "\\/example.org",
    "/members\\..\\x",
    "/\t/example.org",
    "\n//example.org",
    "/members\u0000",
    "/members\u0085",
    "javascript:alert(1)",
    " /members",
    "/login",
    "/login?next=/login",
    "/login/",
    "/login#x",
    "/register",
    "/password-reset/abc",
    "/verify-email/abc",
  ])("ownPath replaces %j with the dashboard", (path) => {
    expect(ownPath(path)).toBe("/dashboard");
  });
});
