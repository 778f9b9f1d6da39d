import { beforeAll, describe, expect, it, vi } from "vitest";
import { HASH_PURPOSES, keyedHash, newToken, tokenHash, type HashPurpose } from "./crypto";

const purposes = Object.keys(HASH_PURPOSES) as HashPurpose[];
const FORMER = "a".repeat(43);

beforeAll(() => {
  vi.stubEnv("AUTH_SECRET", "a-secret-for-tests-that-is-long-enough");
  vi.stubEnv("DATABASE_URL", "postgresql://localhost/unused");
});

describe("keyed hashes", () => {
  it("purposes of keyed hashes are prefix-free, so that no message is ambiguous", () => {
    const begins = purposes.flatMap((one) =>
      purposes.filter((other) => other !== one && HASH_PURPOSES[one].startsWith(HASH_PURPOSES[other])),
    );
    expect(begins).toEqual([]);
  });

  it("keyed hashes of the same text differ for each purpose", () => {
    expect(new Set(purposes.map((purpose) => keyedHash(purpose, "42"))).size).toBe(purposes.length);
  });
});

describe("tokenHash", () => {
  it("tokenHash differs between purposes for the same token", () => {
    const token = newToken("session");
    expect(new Set(purposes.map((purpose) => tokenHash(purpose, token))).size).toBe(purposes.length);
  });

  it("tokenHash hashes the whole token, so that an older release on the same database finds it", () => {
    const token = newToken("session");
    expect(tokenHash("session", token)).toBe(keyedHash("session", token.slice(HASH_PURPOSES.session.length)));
  });

  it("tokenHash hashes a former token without a purpose as it is", () => {
    expect(tokenHash("session", FORMER)).toBe(tokenHash("calendar_feed", FORMER));
    expect(tokenHash("session", FORMER)).not.toBe(keyedHash("session", FORMER));
  });

  it("tokenHash prefixes any other text with the purpose, so that its hash never equals that of a token", () => {
    for (const text of ["", "x", `${FORMER}a`, newToken("calendar_feed")])
      expect(tokenHash("session", text)).toBe(keyedHash("session", text));
  });
});
