"use client";

import { createElement, useState, type ComponentType } from "react";
import { Icon, type IconName } from "./icon";
import { lazyComponent, loadOnIntent, loadOrReport } from "./lazy-component";
import { Spinner } from "./spinner";

/** Props of the placeholder that is shown until the menu's code is loaded. */
export type MenuPlaceholderProps<MenuProps = unknown> = {
  /** The attributes of its button. */
  button: { "aria-haspopup": "menu"; "aria-busy"?: boolean; onClick: () => void } & ReturnType<typeof loadOnIntent>;
  /** The props of the menu. */
  menu: MenuProps;
};

/** Icon of a menu's button: a spinner while the menu is loading. */
export const MenuIcon = ({ name, isBusy }: { name: IconName; isBusy: boolean | undefined }) =>
  isBusy ? <Spinner /> : <Icon name={name} className="size-4" />;

/**
 * Creates a menu that is loaded when the user points at its button.
 * @param importMenu imports the menu, which is open initially and has its own button
 * @param Placeholder looks like the menu's button
 */
export function lazyMenu<Props extends object>(
  importMenu: () => Promise<ComponentType<Props>>,
  Placeholder: ComponentType<MenuPlaceholderProps<Props>>,
): ComponentType<Props> {
  const Menu = lazyComponent(importMenu);
  const intent = loadOnIntent(Menu);
  return function LazyMenu(props) {
    const [isUsed, setUsed] = useState(false);
    const press = () => (isUsed ? void loadOrReport(Menu) : setUsed(true));
    const button = { "aria-haspopup": "menu" as const, "aria-busy": isUsed || undefined, onClick: press, ...intent };
    const placeholder = <Placeholder button={button} menu={props} />;
    if (!isUsed) return placeholder;
    return createElement(Menu, { ...props, placeholder });
  };
}
