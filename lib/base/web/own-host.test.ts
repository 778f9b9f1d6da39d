import { describe, expect, it, vi } from "vitest";
import { configure } from "@/tests/support/configure";
import { isOwnOrigin } from "./own-host";

vi.stubEnv("DATABASE_URL", "postgresql://127.0.0.1/nothing");

describe("origins with an https APP_URL", () => {
  const APP_URL = "https://kooperation.ph.example:8443";

  it("with an https APP_URL its origin is the app's own, whatever host the proxy sends", () => {
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
  ])("with an https APP_URL the origin %j is foreign, even with the request's host %j", (origin, host) => {
    configure({ APP_URL });
    expect(isOwnOrigin(origin, host)).toBe(false);
  });
});

describe("origins with an http APP_URL", () => {
  const APP_URL = "http://localhost:3000";

  it.each([
    ["http://localhost:3000", "localhost:3000"],
    ["http://localhost:3000", null],
    ["http://127.0.0.1:3000", "127.0.0.1:3000"],
    ["http://[::1]:3000", "[::1]:3000"],
  ])("with an http APP_URL the origin %j is the app's own for a request to the host %j", (origin, host) => {
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
  ])("with an http APP_URL the origin %j is foreign for a request to the host %j", (origin, host) => {
    configure({ APP_URL });
    expect(isOwnOrigin(origin, host)).toBe(false);
  });
});
