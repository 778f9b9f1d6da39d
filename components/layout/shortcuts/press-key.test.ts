import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { pressKey, shortcutOf } from "./press-key";

const event = (key: string, more: Partial<KeyboardEvent> = {}) => ({
  ...{ key, ctrlKey: false, altKey: false, metaKey: false, shiftKey: false },
  ...{ repeat: false, isComposing: false, defaultPrevented: false },
  ...more,
});

describe("shortcutOf", () => {
  it.each([
    ["n", {}, "n"],
    // With the Caps Lock key.
    ["N", {}, "n"],
    ["e", {}, "e"],
    ["f", {}, "f"],
    ["/", {}, "/"],
    // German keyboards have both signs on the upper level.
    ["/", { shiftKey: true }, "/"],
    ["?", { shiftKey: true }, "?"],
  ])("the key %s with %j is a single-letter shortcut", (key, more, shortcut) => {
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
  ])("the key %s with %j is no single-letter shortcut", (key, more) => {
    expect(shortcutOf(event(key, more))).toBeNull();
  });

  it("the event of autofill, which has no key, is no single-letter shortcut", () => {
    expect(shortcutOf({ ...event(""), key: undefined as unknown as string })).toBeNull();
  });
});

describe("pressKey", () => {
  /** The page's elements, by the selector that finds them. */
  const elements = new Map<RegExp, object[]>();
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
    elements.clear();
    vi.stubGlobal("Element", class {});
    vi.stubGlobal("HTMLInputElement", class {});
    vi.stubGlobal("document", {
      activeElement: null,
      querySelectorAll: (selector: string) =>
        [...elements].flatMap(([part, matching]) => (part.test(selector) ? matching : [])),
    });
  });
  afterEach(() => vi.unstubAllGlobals());

  it("a single-letter shortcut clicks the visible element that names the key", () => {
    const [hidden, shown] = [element({ checkVisibility: () => false }), element()];
    elements.set(/keyshortcuts~="n"/, [hidden, shown]);
    expect(press("n")).toBe(true);
    expect(hidden.click).not.toHaveBeenCalled();
    expect(shown.click).toHaveBeenCalledOnce();
  });

  it("a key keeps its meaning on a page where no element names the key", () => {
    expect(press("n")).toBe(false);
  });

  it("a single-letter shortcut focuses the element if it is a field", () => {
    const field = element({ matches: () => true });
    elements.set(/keyshortcuts~="\/"/, [field]);
    press("/");
    expect(field.focus).toHaveBeenCalledOnce();
    expect(field.click).not.toHaveBeenCalled();
  });

  it("the key / opens the command palette on a page without a search field", () => {
    const palette = element();
    elements.set(/Control\+K/, [palette]);
    press("/");
    expect(palette.click).toHaveBeenCalledOnce();
  });

  it("the key e clicks the mode switch of a record's page, unless a row has the focus", () => {
    const [edit, link] = [element(), element()];
    elements.set(/keyshortcuts~="e"/, [edit]);
    press("e");
    expect(edit.click).toHaveBeenCalledOnce();
    focusRow(link);
    press("e");
    expect(link.click).toHaveBeenCalledOnce();
    expect(edit.click).toHaveBeenCalledOnce();
  });

  it("a single-letter shortcut does nothing while the user types in a field or a dialog is open", () => {
    const add = element();
    elements.set(/keyshortcuts~="n"/, [add]);
    expect(press("n", { closest: () => ({}) })).toBe(false);
    elements.set(/role=dialog/, [element()]);
    expect(press("n")).toBe(false);
    expect(add.click).not.toHaveBeenCalled();
  });
});
