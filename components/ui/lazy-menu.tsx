"use client";

import { createElement, lazy, Suspense, useState, type ComponentType } from "react";
import { usePreload } from "./use-preload";

/** Props of the placeholder button shown until the menu's code is loaded. */
export type LazyMenuButtonProps = { "aria-haspopup": "menu"; onClick: () => void };

/**
 * Creates a menu that is loaded when the page is idle, or when its button is clicked.
 * @param load loads the menu, which is open initially and has its own button
 * @param Button placeholder that looks like the menu's button
 */
export function lazyMenu<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Button: ComponentType<LazyMenuButtonProps>,
): ComponentType<Props> {
  const Menu = lazy(async () => ({ default: await load() }));
  return function LazyMenu(props) {
    const [isUsed, setUsed] = useState(false);
    usePreload(load);
    const button = <Button aria-haspopup="menu" onClick={() => setUsed(true)} />;
    if (!isUsed) return button;
    return <Suspense fallback={button}>{createElement(Menu, props)}</Suspense>;
  };
}
