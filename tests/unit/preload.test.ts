import { describe, expect, it } from "vitest";
import { loadOrNull } from "@/components/ui/use-preload";

/** An error as the bundler throws it when it cannot load code. */
const notLoaded = () => Object.assign(new Error("Failed to load chunk /a.js"), { name: "ChunkLoadError" });

describe("loadOrNull", () => {
  it("loadOrNull returns the loaded code", async () => expect(await loadOrNull(async () => "code")).toBe("code"));

  it("loadOrNull returns null for code that cannot be loaded", async () => {
    expect(await loadOrNull(() => Promise.reject(notLoaded()))).toBeNull();
  });

  it("loadOrNull rethrows an error of the loaded code", async () => {
    const error = new TypeError("x is undefined");
    await expect(loadOrNull(() => Promise.reject(error))).rejects.toBe(error);
  });
});
