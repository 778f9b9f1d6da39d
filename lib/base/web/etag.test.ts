import { expect, it } from "vitest";
import { isCurrent, isKnown } from "./etag";

it.each(['"3"', '"1", "3"', '"1","3" , W/"4"', '"a,b", "3"', ', "3",,', "*", ' "3" '])(
  "If-Match %s matches version 3",
  (header) => {
    expect(isCurrent(header, 3)).toBe(true);
  },
);

it.each(['"2"', 'W/"3"', "3", "", '"33"', '"3" "4"', '"3', '"1,"3"', ",", '*, "2"', '""', "'3'"])(
  "If-Match %s does not match version 3",
  (header) => {
    expect(isCurrent(header, 3)).toBe(false);
  },
);

it.each(['"a"', 'W/"a"', '"b", "a"', '"b",W/"a"', "*"])("If-None-Match %s names the tag a", (header) => {
  expect([isKnown(header, '"a"'), isKnown(header, 'W/"a"')]).toEqual([true, true]);
});

it.each([null, "", '"b"', "a", '"a', 'w/"a"', '"a" "b"'])("If-None-Match %s does not name the tag a", (header) => {
  expect([isKnown(header, '"a"'), isKnown(header, 'W/"a"')]).toEqual([false, false]);
});
