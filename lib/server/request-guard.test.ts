import { describe, expect, it } from "vitest";
import { refusalOf } from "./request-guard";

describe("refusalOf", () => {
  it("refuses paths that cannot be decoded, but not such queries", () => {
    expect(refusalOf("GET", "/api/members/%ZZ")).toMatchObject({ status: 404, message: "not_found" });
    expect(refusalOf("GET", "/api/members?filter=%ZZ")).toBeNull();
  });

  it("refuses methods that Next does not know", () => {
    expect(refusalOf("TRACE", "/api/members")).toMatchObject({ status: 405, message: "method_not_allowed" });
    expect(refusalOf("DELETE", "/api/members/1")).toBeNull();
  });
});
