import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pressKey, shortcutOf } from "./press-key";

const event = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  ...{ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...{ repeat: false, isComposing: false, defaultPrevented: false },
  ...more,
});

describe("an event is a single-letter shortcut", () => {
  it.each([
    ["n", {}, "n"],
    // With the Caps Lock key.
    ["N", {}, "n"],
    ["e", {}, "e"],
    ["/", {}, "/"],
    // German keyboards have both signs on the upper level.
    ["/", { shiftKey: true }, "/"],
    ["?", { shiftKey: true }, "?"],
  ])("%s with %j", (key, more, shortcut) => {
    expect(shortcutOf(event(key, more))).toBe(shortcut);
  });

  it.each([
    ["N", { shiftKey: true }],
    ["n", { ctrlKey: true }],
    ["n", { altKey: true }],
    ["e", { metaKey: true }],
    ["n", { repeat: true }],
    ["n", { isComposing: true }],
    ["n", { defaultPrevented: true }],
    ["x", {}],
    ["Enter", {}],
  ])("but not %s with %j", (key, more) => {
    expect(shortcutOf(event(key, more))).toBeNull();
  });

  it("but not the event of autofill, which has no key", () => {
    expect(shortcutOf({ ...event(""), key: undefined as unknown as string })).toBeNull();
  });
});

describe("the element that a key acts on", () => {
  /** The page's elements, by the selector that finds them. */
  const found = new Map<RegExp, object[]>();
  const element = (more: object = {}) => ({
    click: vi.fn(),
    focus: vi.fn(),
    matches: () => false,
    closest: () => null,
    checkVisibility: () => true,
    ...more,
  });
  const press = (key: string, target: object = { closest: () => null }) => {
    const preventDefault = vi.fn();
    const node = Object.assign(new Element(), target);
    pressKey({ ...event(key), target: node, preventDefault } as unknown as KeyboardEvent);
    return preventDefault.mock.calls.length > 0;
  };
  const focusRow = (link: object) =>
    vi.stubGlobal("document", {
      ...document,
      activeElement: Object.assign(new Element(), { closest: () => ({ querySelector: () => link }) }),
    });

  beforeEach(() => {
    found.clear();
    vi.stubGlobal("Element", class {});
    vi.stubGlobal("HTMLInputElement", class {});
    vi.stubGlobal("document", {
      activeElement: null,
      querySelectorAll: (selector: string) => [...found].flatMap(([part, those]) => (part.test(selector) ? those : [])),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("is the visible one that names the key", () => {
    const [hidden, shown] = [element({ checkVisibility: () => false }), element()];
    found.set(/keyshortcuts~="n"/, [hidden, shown]);
    expect(press("n")).toBe(true);
    expect(hidden.click).not.toHaveBeenCalled();
    expect(shown.click).toHaveBeenCalledOnce();
  });

  it("is none on a page where none names the key, which then keeps its meaning", () => {
    expect(press("n")).toBe(false);
  });

  it("is focused if it is a field", () => {
    const field = element({ matches: () => true });
    found.set(/keyshortcuts~="\/"/, [field]);
    press("/");
    expect(field.focus).toHaveBeenCalledOnce();
    expect(field.click).not.toHaveBeenCalled();
  });

  it("is the command palette for / on a page without a search field", () => {
    const palette = element();
    found.set(/Control\+K/, [palette]);
    press("/");
    expect(palette.click).toHaveBeenCalledOnce();
  });

  it("is the switch of a record's page for e, unless a row has the focus", () => {
    const [edit, link] = [element(), element()];
    found.set(/keyshortcuts~="e"/, [edit]);
    press("e");
    expect(edit.click).toHaveBeenCalledOnce();
    focusRow(link);
    press("e");
    expect(link.click).toHaveBeenCalledOnce();
    expect(edit.click).toHaveBeenCalledOnce();
  });

  it("is none while the user types in a field or a dialog is open", () => {
    const add = element();
    found.set(/keyshortcuts~="n"/, [add]);
    expect(press("n", { closest: () => ({}) })).toBe(false);
    found.set(/role=dialog/, [element()]);
    expect(press("n")).toBe(false);
    expect(add.click).not.toHaveBeenCalled();
  });
});
