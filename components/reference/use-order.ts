"use client";

import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { moved } from "./entry";

/**
 * The order of a list, which changes at once and is saved behind: one move after the other, as they were made.
 * @param ids the order that the page was loaded with
 * @param send saves a place; it says itself when that fails, throws nothing, and resolves to whether it went well
 * @param onSettled all moves are through, and the page should look at what is there now
 */
export function useOrder(
  ids: readonly number[],
  send: (id: number, place: number) => Promise<boolean>,
  onSettled: () => void,
) {
  const loaded = ids.join();
  const [order, setOrder] = useState<readonly number[]>(ids);
  const [seen, setSeen] = useState(loaded);
  const [waiting, setWaiting] = useState(0);
  const queue = useRef(Promise.resolve());
  const open = useRef(0);
  // Somebody else's order, or our own as it was stored; not while moves of ours are on their way.
  if (seen !== loaded && waiting === 0) {
    setSeen(loaded);
    setOrder(ids);
  }

  function settle(isDone: boolean): void {
    open.current -= 1;
    setWaiting(open.current);
    // Back to what is loaded, once all moves are through.
    if (!isDone) setSeen("");
    if (open.current === 0) onSettled();
  }

  /** Moves an entry to a place, from 1. @returns the place, or null where it stands there already */
  function move(id: number, wanted: number): number | null {
    const place = Math.min(Math.max(wanted, 1), order.length);
    if (order.indexOf(id) === place - 1) return null;
    open.current += 1;
    flushSync(() => {
      setOrder(moved(order, id, place));
      setWaiting(open.current);
    });
    queue.current = queue.current.then(() => send(id, place)).then(settle);
    return place;
  }

  return { order, move };
}
