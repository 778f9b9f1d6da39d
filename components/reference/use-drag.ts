"use client";

import { useRef, useState, type PointerEvent } from "react";
import { placeAt } from "./entry";

/** How near to the edge of the window the pointer makes the page scroll, and by how much with each of its moves. */
const EDGE = 56;
const STEP = 14;

/** What is being dragged, and the place, from 1, that it would take now. */
export type Dragged = { id: number; place: number };

/**
 * Moves rows by their handles: with mouse, pen or finger. Nothing moves before the row is let go; a line says where it
 * would come to stand.
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
