import { describe, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { listUpTo } from "./list-up-to";
import { validate } from "./validation";

const item = vi.fn(() => true);
const schema = z.strictObject({
  ids: listUpTo(z.unknown().check(z.refine(item)), 2, { missing: "required" }),
  more: z.optional(listUpTo(z.string(), 1)),
});

describe("listUpTo", () => {
  it("listUpTo accepts a list of at most as many items", () => {
    expect(validate(schema, { ids: [1, {}] }).values).toEqual({ ids: [1, {}] });
  });

  it("listUpTo refuses a longer list without looking at its items", () => {
    item.mockClear();
    expect(validate(schema, { ids: [1, 2, 3] }).errors).toEqual({ ids: ["max"] });
    expect(item).not.toHaveBeenCalled();
  });

  it.each([
    [undefined, "required"],
    [null, "required"],
    ["text", "type"],
    [{ length: 9 }, "type"],
  ] as const)("listUpTo refuses %j as %s", (ids, code) =>
    expect(validate(schema, { ids }).errors).toEqual({ ids: [code] }),
  );

  it("listUpTo reports an item that is not valid, and a list of another type without a code of its own", () => {
    expect(validate(schema, { ids: [], more: [1] }).errors).toEqual({ more: ["type"] });
    expect(validate(schema, { ids: [], more: null }).errors).toEqual({ more: ["type"] });
  });
});
