import type { ComponentType, CSSProperties } from "react";
import type { IconName } from "@/components/ui/icon";

/** Appearance of a section: icon, header artwork, colour. */
export type Section = {
  icon: IconName;
  /**
   * Drawn on 540 × 120 in `var(--section)`, the section's colour; may also use `var(--surface)`.
   */
  Artwork: ComponentType;
  /**
   * Colour per scheme. Also used for text, so its contrast with `--surface` must be at least 4.5:1.
   */
  colour: { light: string; dark: string };
};

/**
 * Returns the attributes that give an element and its content a section's colour; globals.css picks
 * the scheme.
 */
export const colourOf = ({ colour }: Section) => ({
  "data-section": true,
  style: { "--section-light": colour.light, "--section-dark": colour.dark } as CSSProperties,
});
