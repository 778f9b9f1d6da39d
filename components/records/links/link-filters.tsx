import { useState, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FieldFilter } from "@/lib/records/lists/filters";
import { FieldFilters } from "../filters/field-filters";
import { useFilterChoices } from "../filters/use-filter-choices";

type LinkFiltersProps = {
  child: AnyDefinition;
  /** What narrows the list of the linked kind to these records. */
  linked: FieldFilter;
  /** What narrows them further. */
  where: readonly FieldFilter[];
  onApply: (where: FieldFilter[]) => void;
  /** The bar in which the button stands. */
  children: (button: ReactNode) => ReactNode;
};

/** The filters on fields in a link tab. What can be chosen is asked for once somebody wants to. */
export function LinkFilters({ child, linked, where, onApply, children }: LinkFiltersProps) {
  const [isOpened, setOpened] = useState(false);
  const choices = useFilterChoices(child, where, isOpened || where.length > 0);
  return (
    <FieldFilters
      definition={child}
      where={where}
      choices={choices}
      without={linked.field}
      size="sm"
      onApply={onApply}
      onOpen={() => setOpened(true)}
    >
      {children}
    </FieldFilters>
  );
}
