"use client";

import { useEffect, useRef, useState, type MouseEvent, type ReactNode } from "react";

const pickedBy = (target: EventTarget) =>
  target instanceof Element ? target.closest<HTMLElement | SVGElement>("[data-picks]")?.dataset["picks"] : undefined;

/**
 * Makes the drawing and the tables in it one selection: elements with the same `data-picks` are marked
 * together while the pointer or the focus is on one of them. A click in the drawing leads to the row of the
 * table, which is the way of keyboards and screen readers.
 */
export function SharedSelection({ children, className }: { children: ReactNode; className?: string }) {
  const ref = useRef<HTMLDivElement>(null);
  const [picked, setPicked] = useState<string | undefined>();

  useEffect(() => {
    const marked = ref.current?.querySelectorAll<HTMLElement | SVGElement>("[data-picks]") ?? [];
    for (const element of marked) element.toggleAttribute("data-picked", element.dataset["picks"] === picked);
  });

  function followClick({ target }: MouseEvent) {
    if (!(target instanceof SVGElement)) return;
    const name = pickedBy(target);
    if (name === undefined) return;
    setPicked(name);
    const row = ref.current?.querySelector<HTMLElement>(`tr[data-picks="${name}"]`);
    const details = row?.closest("details");
    if (details) details.open = true;
    row?.querySelector("a")?.focus({ preventScroll: true });
    row?.scrollIntoView({ block: "nearest" });
  }

  return (
    // The listeners only mark what the pointer or the focus is on.
    <div
      ref={ref}
      className={className}
      onClick={followClick}
      onPointerOver={({ target, pointerType }) => pointerType === "mouse" && setPicked(pickedBy(target))}
      onPointerLeave={() => setPicked(undefined)}
      onFocus={({ target }) => setPicked(pickedBy(target))}
      onBlur={() => setPicked(undefined)}
    >
      {children}
    </div>
  );
}
