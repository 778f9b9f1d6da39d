"use client";

import { createElement, lazy, Suspense, useState, type ComponentType } from "react";
import { usePreload } from "./use-preload";

/** What the button gets that stands for a menu whose code has not arrived. */
export type LazyMenuButtonProps = { "aria-haspopup": "menu"; onClick: () => void };

/**
 * A menu whose code arrives soon after the page, or when its button is pressed.
 * @param load brings the menu, which is open at first and has its own button
 * @param Button looks like that button, and stands there until then
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
