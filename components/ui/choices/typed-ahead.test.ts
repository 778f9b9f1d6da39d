import { describe, expect, it } from "vitest";
import { collectTyped } from "./typed-ahead";

/** Dispatches a key, as a browser does. @returns whether other controls may handle it, too */
function press(target: EventTarget, key: string, modifiers: Partial<KeyboardEvent> = {}, altGraph = false): boolean {
  const event = new Event("keydown", { cancelable: true });
  return target.dispatchEvent(Object.assign(event, { key, ...modifiers, getModifierState: () => altGraph }));
}

describe("collectTyped", () => {
  it("collects typed text in order, with corrections, and keeps it from other fields", () => {
    const target = new EventTarget();
    const typed = collectTyped(target);
    for (const key of ["b", "i", "t", "Backspace", "r", "d", " ", "ß", "Shift"]) press(target, key);
    expect(press(target, "s")).toBe(false);
    expect(typed.take()).toBe("bird ßs");
  });

  it("collects characters typed with AltGr, but no shortcuts and no other keys", () => {
    const target = new EventTarget();
    const typed = collectTyped(target);
    press(target, "@", { ctrlKey: true, altKey: true }, true);
    expect(press(target, "r", { ctrlKey: true })).toBe(true);
    expect(press(target, "Enter")).toBe(true);
    expect(typed.take()).toBe("@");
  });

  it("leaves typed text to the page once the collected text was taken", () => {
    const target = new EventTarget();
    const typed = collectTyped(target);
    press(target, "a");
    typed.take();
    expect(press(target, "b")).toBe(true);
    expect(typed.take()).toBe("");
  });
});
