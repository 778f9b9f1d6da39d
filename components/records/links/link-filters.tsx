import { useState, type ReactNode } from "react";
import type { AnyDefinition } from "@/lib/model/kinds/define";
import { filterChoicesPath } from "@/lib/model/lists/filter-parameters";
import { resolvedFilter } from "@/lib/model/lists/kind-query";
import type { FieldFilter } from "@/lib/model/lists/filters";
import { FieldFilters } from "../filters/field-filters";
import { useFilterChoices } from "../filters/use-filter-choices";

type LinkFiltersProps = {
  child: AnyDefinition;
  /** Filter that restricts the kind's list to the linked records. */
  linked: FieldFilter;
  /** Further filters that the user has set. */
  where: readonly FieldFilter[];
  onApply: (where: FieldFilter[]) => void;
  /** Renders the bar above the filters with `button`, which adds a filter. */
  children: (button: ReactNode) => ReactNode;
};

/** Field filters of a link tab. Choices are loaded when the editor is first opened. */
export function LinkFilters({ child, linked, where, onApply, children }: LinkFiltersProps) {
  const [isOpened, setOpened] = useState(false);
  const choices = useFilterChoices(filterChoicesPath(child, where), isOpened || where.length > 0);
  return (
    <FieldFilters
      kind={child.name}
      where={where}
      choices={choices}
      without={linked.field}
      size="sm"
      onApply={(next) => onApply(next.map(resolvedFilter))}
      onOpen={() => setOpened(true)}
    >
      {children}
    </FieldFilters>
  );
}
