import { describe, expect, it } from "vitest";
import { unpacksToMore } from "@/lib/server/imports/unpacked-size";
import { zipOf, type Claims } from "../setup/archives";

const MOST = 1_000_000;
const bomb = (claims?: Claims) => zipOf({ "a.xml": Buffer.alloc(2 * MOST) }, { says: 1_000, ...claims });

describe("what a zip archive unpacks to", () => {
  it("is all of its parts, whatever the archive says of them", async () => {
    expect(await unpacksToMore(bomb(), MOST)).toBe(true);
    const parts = { a: Buffer.alloc(MOST / 2), b: Buffer.alloc(MOST / 2), c: "x" };
    expect(await unpacksToMore(zipOf(parts), MOST)).toBe(true);
    expect(await unpacksToMore(zipOf(parts), MOST + 1)).toBe(false);
  });

  it.each([
    ["of its directory", { size: 0xffff_ffff }],
    ["of its parts", { count: 0 }],
    ["where the directory is", { offset: 0xffff_ffff }],
    ["how large a part is", { flags: 8, listed: 0 }],
  ])("is not believed where it says %s elsewhere, which another program might find", async (_what, claims: Claims) => {
    await expect(unpacksToMore(bomb(claims), MOST)).rejects.toThrow(RangeError);
  });

  it("is not counted to an end that is not its own", async () => {
    const many = Object.fromEntries(Array.from({ length: 10_001 }, (_, at) => [`p${at}`, ""]));
    await expect(unpacksToMore(zipOf(many), MOST)).rejects.toThrow(RangeError);
  });
});
