import type { IconName } from "@/components/ui/icon";

/** Appearance of a section: icon, and its header artwork and colour. */
export type Section = {
  icon: IconName;
  /** Name of the drawing in artwork.svg, and of the colour in app/section-colours.css. */
  artwork: string;
};

/** Returns the attribute that gives an element and its content a section's colour. */
export const colourOf = ({ artwork }: Section) => ({ "data-section": artwork });
