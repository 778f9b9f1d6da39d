import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { changesMade } from "@/lib/base/browser/api-client";
import { followRun } from "./follow-run";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("polls an import every second until stopped, then counts a change, so that cached pages are refreshed", () => {
  const poll = vi.fn();
  const before = changesMade();
  const end = followRun(poll);
  vi.advanceTimersByTime(3_000);
  expect(poll).toHaveBeenCalledTimes(3);
  expect(changesMade(), "looking changes nothing").toBe(before);
  end();
  expect(changesMade()).toBe(before + 1);
  vi.advanceTimersByTime(3_000);
  expect(poll).toHaveBeenCalledTimes(3);
});
