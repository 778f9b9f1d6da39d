"use client";

import { createContext, useContext } from "react";

const SingleKeys = createContext(false);

/** Provides whether the user's single-letter shortcuts are on. */
export const SingleKeysProvider = SingleKeys.Provider;

/** Returns true if the user's single-letter shortcuts are on. */
export const useSingleKeys = () => useContext(SingleKeys);

/** A key that acts on an element that names it; `press-key.ts` finds the element. */
type SingleKey = "/" | "f" | "n" | "e" | "?";

/**
 * Gives an element a single-letter shortcut, if these are on: pressing the key clicks the element,
 * or focuses it if it is a field.
 * @returns the attribute of the element, and a function that adds the key to the text of a tooltip
 */
export function useShortcut(key: SingleKey) {
  const isOn = useSingleKeys();
  return {
    attributes: { "aria-keyshortcuts": isOn ? key : undefined },
    withKey: (text: string) => (isOn ? `${text} (${key.toUpperCase()})` : text),
  };
}
