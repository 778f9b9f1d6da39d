import { Icon } from "@/components/ui/icon";
import { colourOf } from "@/components/layout/sections/section";
import { SectionArtwork } from "@/components/layout/sections/section-artwork";
import { type SectionName, sections } from "@/components/layout/sections/sections";

type CountLinkProps = { section: SectionName; href: string; label: string; count: string };

/** Slim card with the number of a section's records; the whole card links to their list. */
export function CountLink({ section: name, href, label, count }: CountLinkProps) {
  const section = sections[name];
  return (
    <a
      href={href}
      {...colourOf(section)}
      className="group relative isolate flex h-full min-h-18 items-center gap-x-2 overflow-hidden rounded-lg border border-line bg-surface px-4 py-2 hover:border-section @max-[15rem]/count:flex-wrap @max-[15rem]/count:px-3"
    >
      <SectionArtwork
        artwork={section.artwork}
        className="hidden w-32 opacity-40 transition-opacity group-hover:opacity-80 @min-[20rem]/count:block"
      />
      <Icon name={section.icon} className="size-5 text-section" />
      <span className="tabular text-2xl leading-tight font-light tracking-[-0.02em]">{count}</span>{" "}
      <span className="min-w-0 text-sm font-semibold hyphens-auto group-hover:underline @max-[15rem]/count:basis-full">
        {label}
      </span>
    </a>
  );
}
