import type { CSSProperties } from "react";
import type { IconName } from "@/components/ui/icon";

/** Appearance of a section: icon, header artwork, colour. */
export type Section = {
  icon: IconName;
  /** Id of the header artwork in artwork.svg. */
  artwork: string;
  /**
   * Colour in the light and in the dark scheme. Also used for text, so its contrast with
   * `--surface` must be at least 4.5:1.
   */
  colour: { light: string; dark: string };
};

/**
 * Returns the attributes that give an element and its content a section's colour; globals.css
 * chooses between light and dark.
 */
export const colourOf = ({ colour }: Section) => ({
  "data-section": true,
  style: { "--section-light": colour.light, "--section-dark": colour.dark } as CSSProperties,
});
