"use client";

import { useRef, useState, type PointerEvent } from "react";
import { placeAt } from "./entry";

/**
 * Distance in px from the window's edge within which dragging scrolls the page; `STEP` is the
 * number of px scrolled per pointer move.
 */
const EDGE = 56;
const STEP = 14;

/** The dragged row, and the position, from 1, at which it would be dropped. */
export type Dragged = { id: number; place: number };

/**
 * Drag and drop of rows by mouse, pen or touch. Rows do not move until the drop; a line marks the
 * target.
 */
export function useDrag(order: readonly number[], onDrop: (id: number, place: number) => void) {
  const rows = useRef(new Map<number, HTMLElement>());
  const [dragged, setDragged] = useState<Dragged | null>(null);

  function placeOf(id: number, y: number) {
    const middles = order
      .filter((other) => other !== id)
      .map((other) => {
        const box = rows.current.get(other)?.getBoundingClientRect();
        return box ? box.top + box.height / 2 : 0;
      });
    return placeAt(middles, y);
  }

  function drag({ clientY }: PointerEvent) {
    if (!dragged) return;
    if (clientY < EDGE) window.scrollBy(0, -STEP);
    if (clientY > window.innerHeight - EDGE) window.scrollBy(0, STEP);
    const place = placeOf(dragged.id, clientY);
    if (place !== dragged.place) setDragged({ ...dragged, place });
  }

  return {
    dragged,
    rowRef: (id: number) => (row: HTMLElement | null) => {
      if (row) rows.current.set(id, row);
      else rows.current.delete(id);
    },
    cancel: () => setDragged(null),
    handle: (id: number) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragged({ id, place: order.indexOf(id) + 1 });
      },
      onPointerMove: drag,
      onPointerUp: () => {
        if (dragged) onDrop(dragged.id, dragged.place);
        setDragged(null);
      },
      onPointerCancel: () => setDragged(null),
    }),
  };
}
