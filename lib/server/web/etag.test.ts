import { expect, it } from "vitest";
import { isCurrent } from "./etag";

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
