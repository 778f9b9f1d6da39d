"use client";

import { createElement, useState, type ComponentType } from "react";
import { lazyComponent, loadOnIntent, loadOrReport } from "./lazy-component";

/** Props of the placeholder button shown until the menu's code is loaded. */
export type LazyMenuButtonProps = {
  "aria-haspopup": "menu";
  "aria-busy"?: boolean;
  onClick: () => void;
} & ReturnType<typeof loadOnIntent>;

/**
 * Creates a menu that is loaded when the user points at its button.
 * @param importMenu imports the menu, which is open initially and has its own button
 * @param Button placeholder that looks like the menu's button
 */
export function lazyMenu<Props extends object>(
  importMenu: () => Promise<ComponentType<Props>>,
  Button: ComponentType<LazyMenuButtonProps>,
): ComponentType<Props> {
  const Menu = lazyComponent(importMenu);
  const intent = loadOnIntent(Menu);
  return function LazyMenu(props) {
    const [isUsed, setUsed] = useState(false);
    const press = () => (isUsed ? void loadOrReport(Menu) : setUsed(true));
    const button = <Button aria-haspopup="menu" aria-busy={isUsed || undefined} onClick={press} {...intent} />;
    if (!isUsed) return button;
    return createElement(Menu, { ...props, placeholder: button });
  };
}
