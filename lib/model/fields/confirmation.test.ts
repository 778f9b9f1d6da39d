import { describe, expect, it } from "vitest";
import { confirmationOf, laterConfirmation } from "./confirmation";

const MORNING = { bestaetigt_am: "2026-11-12T09:05:00.000Z", bestaetigt_von: "Früh" };
const EVENING = { bestaetigt_am: "2026-11-12T18:00:00.000Z", bestaetigt_von: "Spät" };
const NEVER = { bestaetigt_am: null, bestaetigt_von: null };

describe("laterConfirmation", () => {
  it.each([
    ["the later one of the other record", MORNING, EVENING, EVENING],
    ["the only one", NEVER, MORNING, MORNING],
    ["nothing if the own one is later", EVENING, MORNING, {}],
    ["nothing if both are at the same moment", MORNING, { ...MORNING, bestaetigt_von: "Andere" }, {}],
    ["nothing without any", NEVER, NEVER, {}],
    ["nothing for kinds that are not confirmed", {}, {}, {}],
  ])("laterConfirmation returns %s", (_, keep, drop, later) => {
    expect(laterConfirmation(keep, drop)).toEqual(later);
  });
});

describe("confirmationOf", () => {
  it("confirmationOf returns when and by whom a record was confirmed", () => {
    expect(confirmationOf(MORNING)).toEqual({ at: MORNING.bestaetigt_am, by: "Früh" });
  });

  it("confirmationOf returns no name after the person was erased", () => {
    expect(confirmationOf({ ...MORNING, bestaetigt_von: null })).toEqual({ at: MORNING.bestaetigt_am, by: null });
  });

  it("confirmationOf returns null for a record that was never confirmed", () => {
    expect(confirmationOf(NEVER)).toBeNull();
  });
});
