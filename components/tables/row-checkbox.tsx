type RowCheckboxProps = {
  label: string;
  /** Value of an uncontrolled checkbox, which the table's own handlers read (list-shell.tsx). */
  value?: string | number;
  checked?: boolean;
  /** True if some, but not all, of the checkbox's rows are selected. */
  mixed?: boolean;
  /** @param range true if Shift was held, to select the range from the row clicked before */
  onToggle?: (range: boolean) => void;
};

/** Checkbox of a row, or of all rows on a page. Its click target is larger than the box. */
export function RowCheckbox({ label, value, checked, mixed = false, onToggle }: RowCheckboxProps) {
  return (
    <label>
      <input
        type="checkbox"
        aria-label={label}
        {...(onToggle
          ? {
              checked,
              ref: (box: HTMLInputElement | null) => {
                if (box) box.indeterminate = mixed;
              },
              onChange: ({ nativeEvent }) => onToggle("shiftKey" in nativeEvent && nativeEvent.shiftKey === true),
            }
          : { value })}
      />
    </label>
  );
}
