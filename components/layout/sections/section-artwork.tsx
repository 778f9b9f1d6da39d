import clsx from "clsx";
import type { Section } from "./section";

/** Drawings of all sections, in one file that browsers cache, so that no page contains them. */
const DRAWINGS = new URL("./artwork.svg", import.meta.url).href;

type SectionArtworkProps = { artwork: Section["artwork"]; className?: string };

/** Decorative artwork of a section, at the lower right of its container, fading to the left. */
export function SectionArtwork({ artwork, className }: SectionArtworkProps) {
  return (
    <svg aria-hidden="true" className={clsx("section-artwork", className)}>
      <use href={`${DRAWINGS}#${artwork}`} />
    </svg>
  );
}
