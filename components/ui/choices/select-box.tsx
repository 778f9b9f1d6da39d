type SelectBoxProps = {
  label: string;
  isSelected: boolean;
  /** True if some, but not all, of the items that it stands for are selected. */
  isMixed?: boolean;
  onToggle: () => void;
};

/** Checkbox of one or several items of a list without a table. Its click target is larger than the box. */
export function SelectBox({ label, isSelected, isMixed = false, onToggle }: SelectBoxProps) {
  return (
    <label className="-m-1 grid size-8 shrink-0 place-items-center print:hidden pointer-coarse:-m-2 pointer-coarse:size-11">
      <input
        type="checkbox"
        aria-label={label}
        checked={isSelected}
        ref={(box) => {
          if (box) box.indeterminate = isMixed;
        }}
        onChange={onToggle}
        className="size-4.5 accent-accent"
      />
    </label>
  );
}
