import { describe, expect, it } from "vitest";
import { parseMailedToken } from "./mailed-token";

const TOKENS = [`confirm_${"aZ9-_".repeat(8)}abc`, `reset_${"x".repeat(42)}-`, "a".repeat(43), `17.${"0f".repeat(32)}`];
const ADDED = [...".,;:!?)]}>\"'", ">.", ").", ")>", '">', ".)\"'", "...", "%3E", "%3e.", "%22%3E", "%29,", "%2E"];

describe("parseMailedToken", () => {
  it.each(TOKENS)("parseMailedToken returns %s from a link with signs behind it", (token) => {
    for (const added of ["", ...ADDED]) expect([added, parseMailedToken(token + added)]).toEqual([added, token]);
  });

  it.each([
    "",
    ".",
    "%",
    "%3E",
    "<a>",
    "a*",
    "a>b",
    "a.b.c",
    "a b",
    "ä",
    "a%C3",
    "a%253E",
    "a\u200b",
    "../a",
    "a/",
    `a${".".repeat(300)}`,
  ])("parseMailedToken returns %j as it is", (text) => expect(parseMailedToken(text)).toBe(text));
});
