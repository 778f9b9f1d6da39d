import { onTestFinished, vi } from "vitest";
import { admission } from "@/lib/store/limits/load-shedding";

/**
 * Keeps this instance from counting as overloaded until the test ends, however long the machine takes:
 * its clock stands still, so that no queue persists.
 */
export function preventLoadShedding(): void {
  const now = vi.spyOn(performance, "now").mockReturnValue(performance.now());
  const full = vi.spyOn(admission(), "isFull", "get").mockReturnValue(false);
  onTestFinished(() => {
    now.mockRestore();
    full.mockRestore();
  });
}
