"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { moved } from "./entry";

/**
 * Optimistic reordering: the displayed order changes immediately, and moves are saved one after the
 * other in the background.
 * @param ids keys of the entries in the order in which the page was loaded
 * @param send saves an entry's position; reports failures itself, never rejects, and resolves to
 * true on success
 * @param onSettled called when all moves are saved, to load the current state
 */
export function useOrder(
  ids: readonly number[],
  send: (id: number, place: number) => Promise<boolean>,
  onSettled: () => void,
) {
  const loaded = ids.join();
  const [order, setOrder] = useState<readonly number[]>(ids);
  const [adoptedOrder, setAdoptedOrder] = useState(loaded);
  const [pendingCount, setPendingCount] = useState(0);
  const queue = useRef(Promise.resolve());
  const pendingMoves = useRef(0);
  // Adopts the newly loaded order, unless moves are still being saved.
  if (adoptedOrder !== loaded && pendingCount === 0) {
    setAdoptedOrder(loaded);
    setOrder(ids);
  }

  function settle(isDone: boolean): void {
    pendingMoves.current -= 1;
    setPendingCount(pendingMoves.current);
    // After a failure, the order is reset to the loaded one as soon as all moves are done.
    if (!isDone) setAdoptedOrder("");
    if (pendingMoves.current === 0) onSettled();
  }

  /**
   * Moves an entry to a position, from 1.
   * @returns the new position; null if the entry is already there
   */
  function move(id: number, position: number): number | null {
    const place = Math.min(Math.max(position, 1), order.length);
    if (order.indexOf(id) === place - 1) return null;
    pendingMoves.current += 1;
    flushSync(() => {
      setOrder(moved(order, id, place));
      setPendingCount(pendingMoves.current);
    });
    queue.current = queue.current.then(() => send(id, place)).then(settle);
    return place;
  }

  return { order, move };
}
