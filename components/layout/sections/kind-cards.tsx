import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { SectionCard } from "./section-card";

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
