import type { ComponentType, CSSProperties } from "react";
import type { IconName } from "@/components/ui/icon";

/** A part of the application, as it looks: its small sign, the drawing in its header, its colour. */
export type Section = {
  icon: IconName;
  /** Drawn into 540 × 120 with `var(--section)`, the section's colour; it may use `var(--surface)`, too. */
  Artwork: ComponentType;
  /** In each scheme; it also colours text, so that its contrast with `--surface` is at least 4.5:1. */
  colour: { light: string; dark: string };
};

/** What gives an element, and all that is in it, a section's colour; globals.css picks the scheme's. */
export const colourOf = ({ colour }: Section) => ({
  "data-section": true,
  style: { "--section-light": colour.light, "--section-dark": colour.dark } as CSSProperties,
});
