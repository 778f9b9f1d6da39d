/** Keys typed ahead: before the input that should receive them has the focus. */
export type TypedAhead = {
  /** Stops collecting. @returns the text that was typed */
  take: () => string;
};

/** True if a key with modifiers types a character: AltGr counts as Ctrl and Alt on Windows. */
const isTyped = (event: KeyboardEvent) =>
  event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey);

/**
 * Collects what is typed from now on, and keeps it from other fields.
 * @param target where the keys arrive
 */
export function collectTyped(target: EventTarget): TypedAhead {
  let text = "";
  const listener = (event: Event) => {
    const { key } = event as KeyboardEvent;
    if (!isTyped(event as KeyboardEvent)) return;
    if (key === "Backspace") text = [...text].slice(0, -1).join("");
    // Names of other keys, such as Enter, are longer than one character.
    else if ([...key].length === 1) text += key;
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  target.addEventListener("keydown", listener, { capture: true });
  return {
    take: () => {
      target.removeEventListener("keydown", listener, { capture: true });
      const typed = text;
      text = "";
      return typed;
    },
  };
}
