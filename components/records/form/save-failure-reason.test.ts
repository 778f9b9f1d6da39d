import { describe, expect, it } from "vitest";
import { saveFailureReason } from "./save-failure-reason";

describe("saveFailureReason", () => {
  it.each([
    ["connection", 0, "error_api"],
    ["server", 503, "error_api"],
    ["server", 500, "error_api"],
    ["storage_full", 507, "storage_full"],
  ])("the reason of a failed save is %s for status %d", (reason, status, code) => {
    expect(saveFailureReason({ status, code })).toBe(reason);
  });

  it.each([
    [401, "unauthenticated"],
    [412, "edit_conflict"],
    [422, "validation_failed"],
    [429, "too_many_requests"],
  ])("the reason of a failed save is null for the refusal %d", (status, code) => {
    expect(saveFailureReason({ status, code })).toBeNull();
  });
});
