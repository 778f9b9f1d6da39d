"use client";

import { useCallback, useEffect, useRef } from "react";

type Work = () => void;

/**
 * Puts work off while a pointer is pressed. Whatever moves the page between press and release makes the click miss, as
 * an error does that appears because the press took the focus from its field.
 */
export function useAfterPress(): (work: Work) => void {
  const isPressed = useRef(false);
  const waiting = useRef<Work[]>([]);
  useEffect(() => {
    const press = () => {
      isPressed.current = true;
    };
    const release = () => {
      isPressed.current = false;
      // The click itself comes after the release.
      setTimeout(() => waiting.current.splice(0).forEach((work) => work()));
    };
    const controller = new AbortController();
    const options = { capture: true, signal: controller.signal };
    document.addEventListener("pointerdown", press, options);
    document.addEventListener("pointerup", release, options);
    document.addEventListener("pointercancel", release, options);
    return () => controller.abort();
  }, []);
  return useCallback((work) => void (isPressed.current ? waiting.current.push(work) : work()), []);
}
