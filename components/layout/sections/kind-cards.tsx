import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { Icon } from "@/components/ui/icon";
import { colourOf } from "./section";
import { SectionArtwork } from "./section-artwork";
import { type SectionName, sections } from "./sections";

type SectionCardProps = {
  section: SectionName;
  href: string;
  label: string;
  /** Text that describes what the link opens. */
  hint: string;
};

/** Card in a section's colour; the whole card is a link. */
function SectionCard({ section: name, href, label, hint }: SectionCardProps) {
  const section = sections[name];
  return (
    <a
      href={href}
      {...colourOf(section)}
      className="group relative isolate flex h-full flex-col overflow-hidden rounded-lg border border-line bg-surface px-5 pt-4 pb-4.5 hover:border-section"
    >
      <SectionArtwork
        artwork={section.artwork}
        className="h-19! w-44 opacity-60 transition-opacity group-hover:opacity-100 max-md:h-full!"
      />
      <span className="flex items-center gap-2 font-semibold">
        <Icon name={section.icon} className="size-4.5 text-section" />
        {label}
      </span>
      <span className="mt-2 inline-flex items-center gap-1 text-sm font-medium text-section md:mt-4">
        {hint}
        <Icon name="icon-arrow-right" className="size-4 transition-transform group-hover:translate-x-0.5" />
      </span>
    </a>
  );
}

type KindCardsProps = {
  kinds: readonly AnyDefinition[];
  hrefOf: (definition: AnyDefinition) => string;
  /** Text that describes what the links open. */
  hint: string;
  /** The class that sets the number of columns in wide windows. */
  className: string;
};

/** One card for each kind, from which the user chooses. */
export function KindCards({ kinds, hrefOf, hint, className }: KindCardsProps) {
  const records = useTranslations("records");
  return (
    <ul className={clsx("mt-4 grid gap-3 sm:grid-cols-2 md:gap-4", className)}>
      {kinds.map((definition) => (
        <li key={definition.name} className="min-w-0">
          <SectionCard
            section={definition.name}
            href={hrefOf(definition)}
            label={records(`${definition.name}.many`)}
            hint={hint}
          />
        </li>
      ))}
    </ul>
  );
}
