import { describe, expect, it, vi } from "vitest";
import { configure } from "@/tests/support/configure";
import { isOwnOrigin } from "./own-host";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

describe("an origin where APP_URL is https", () => {
  const APP_URL = "https://kooperation.ph.example:8443";

  it("is ours when it is APP_URL's, whatever host the proxy names", () => {
    configure({ APP_URL });
    for (const host of ["kooperation.ph.example:8443", "127.0.0.1:3000", null]) {
      expect(isOwnOrigin(APP_URL, host)).toBe(true);
    }
  });

  it.each([
    ["http://kooperation.ph.example:8443", "kooperation.ph.example:8443"],
    ["https://kooperation.ph.example", "kooperation.ph.example"],
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["https://evil.example", "kooperation.ph.example:8443"],
    ["null", "null"],
    ["", ""],
  ])("is foreign when it is %j, though the request names the host %j", (origin, host) => {
    configure({ APP_URL });
    expect(isOwnOrigin(origin, host)).toBe(false);
  });
});

describe("an origin where APP_URL is http", () => {
  const APP_URL = "http://localhost:3000";

  it.each([
    ["http://localhost:3000", "localhost:3000"],
    ["http://localhost:3000", null],
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://[::1]:3000", "[::1]:3000"],
  ])("is ours when it is %j and the request names the host %j", (origin, host) => {
    configure({ APP_URL });
    expect(isOwnOrigin(origin, host)).toBe(true);
  });

  it.each([
    ["https://localhost:3000", "localhost:3000"],
    ["https://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://127.0.0.1:8080", "127.0.0.1:3000"],
    ["http://127.0.0.1:3000", null],
    ["null", "null"],
    ["http://", ""],
  ])("is foreign when it is %j and the request names the host %j", (origin, host) => {
    configure({ APP_URL });
    expect(isOwnOrigin(origin, host)).toBe(false);
  });
});
