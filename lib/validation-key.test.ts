import { expect, it } from "vitest";
import { validationKey } from "./validation-key";

it("names an unknown name, unless it is one of several", () => {
  expect(validationKey("unknown_name", "Uni Wien")).toBe("unknown_name");
  expect(validationKey("unknown_name", "Uni Wien | Uni Graz")).toBe("unknown_name_among");
  expect(validationKey("required", "a;b")).toBe("required");
  expect(validationKey("unreadable", "")).toBe("unreadable");
  expect(validationKey("unreadable", "Z�rich")).toBe("unreadable_text");
});
