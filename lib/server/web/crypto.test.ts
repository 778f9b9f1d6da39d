import { beforeAll, describe, expect, it, vi } from "vitest";
import { HASH_PURPOSES, keyedHash, newToken, tokenHash, type HashPurpose } from "./crypto";

const purposes = Object.keys(HASH_PURPOSES) as HashPurpose[];
const FORMER = "a".repeat(43);

beforeAll(() => {
  vi.stubEnv("AUTH_SECRET", "a-secret-for-tests-that-is-long-enough");
  vi.stubEnv("DATABASE_URL", "postgresql://localhost/unused");
});

describe("keyed hashes", () => {
  it("have purposes of which none begins with another, so that no message has two meanings", () => {
    const begins = purposes.flatMap((one) =>
      purposes.filter((other) => other !== one && HASH_PURPOSES[one].startsWith(HASH_PURPOSES[other])),
    );
    expect(begins).toEqual([]);
  });

  it("differ for each purpose", () => {
    expect(new Set(purposes.map((purpose) => keyedHash(purpose, "42"))).size).toBe(purposes.length);
  });
});

describe("the hash of a token", () => {
  it("is never that of the same token for another purpose", () => {
    const token = newToken("session");
    expect(new Set(purposes.map((purpose) => tokenHash(purpose, token))).size).toBe(purposes.length);
  });

  it("is that of the whole token, so that an older release on the same database finds it", () => {
    const token = newToken("session");
    expect(tokenHash("session", token)).toBe(keyedHash("session", token.slice(HASH_PURPOSES.session.length)));
  });

  it("of a token without a purpose is that of the token alone", () => {
    expect(tokenHash("session", FORMER)).toBe(tokenHash("calendar_feed", FORMER));
    expect(tokenHash("session", FORMER)).not.toBe(keyedHash("session", FORMER));
  });

  it("of what is no token of ours is none that a token can have", () => {
    for (const text of ["", "x", `${FORMER}a`, newToken("calendar_feed")])
      expect(tokenHash("session", text)).toBe(keyedHash("session", text));
  });
});
