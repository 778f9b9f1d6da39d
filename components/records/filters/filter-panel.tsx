import type { AnyDefinition } from "@/lib/records/kinds/define";
import type { FieldFilter, FilterChoices } from "@/lib/records/lists/filters";
import { FilterChips } from "./filter-chips";
import { FilterEditor } from "./filter-editor";

type FilterPanelProps = {
  editorId: string;
  definition: AnyDefinition;
  where: readonly FieldFilter[];
  /** Selectable entries; the editor is shown once they are loaded. */
  choices: FilterChoices | null;
  namedChoices?: FilterChoices;
  without?: string;
  /**
   * The field whose filter is edited; null for a new filter, undefined while the editor is closed.
   */
  edited: string | null | undefined;
  onEdit: (field: string) => void;
  onApply: (where: FieldFilter[]) => void;
  onClose: () => void;
};

/** Chips of a list's field filters, and the editor of the filter that is being added or changed. */
export function FilterPanel({ editorId, definition, where, without, edited, onEdit, ...props }: FilterPanelProps) {
  const { choices, namedChoices, onApply, onClose } = props;
  return (
    <>
      <FilterChips
        definition={definition}
        where={where}
        choices={{ ...namedChoices, ...choices }}
        onChange={onEdit}
        onRemove={({ field, operators }) =>
          onApply(where.filter((one) => one.field !== field || !operators.includes(one.operator)))
        }
        onClear={() => onApply([])}
      />
      {edited !== undefined && choices && (
        <FilterEditor
          key={edited}
          definition={definition}
          choices={choices}
          id={editorId}
          where={where}
          without={without}
          field={edited}
          onApply={(field, filters) => {
            const place = where.findIndex((one) => one.field === field);
            const others = where.filter((one) => one.field !== field);
            onApply(others.toSpliced(place < 0 ? others.length : place, 0, ...filters));
          }}
          onClose={onClose}
        />
      )}
    </>
  );
}
