import { expect, it } from "vitest";
import { validationKey } from "./validation-key";

it("validationKey tells an unknown name from one among several", () => {
  expect(validationKey("unknown_name", "Uni Wien")).toBe("unknown_name");
  expect(validationKey("unknown_name", "Uni Wien | Uni Graz")).toBe("unknown_name_among");
  expect(validationKey("required", "a;b")).toBe("required");
  expect(validationKey("unreadable", "")).toBe("unreadable");
  expect(validationKey("unreadable", "Z�rich")).toBe("unreadable_text");
});

it("validationKey names what is wrong with an e-mail address, if its text shows it", () => {
  expect(validationKey("email", "max@müller.de")).toBe("email_domain_letters");
  expect(validationKey("email", "max@uni\u200b.de")).toBe("email_invisible");
  expect(validationKey("email", "")).toBe("email");
  expect(validationKey("url", "max")).toBe("url");
});
