import clsx from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "../icon";

/** An option; consecutive options with the same `group` are shown under its name. */
export type SelectOption = { value: string | number; label: string; group?: string };

/** Splits options into runs of the same group. */
function groupsOf(options: readonly SelectOption[]): { name: string | undefined; options: SelectOption[] }[] {
  const groups: { name: string | undefined; options: SelectOption[] }[] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last && last.name === option.group) last.options.push(option);
    else groups.push({ name: option.group, options: [option] });
  }
  return groups;
}

const shown = ({ value, label }: SelectOption) => (
  <option key={value} value={value}>
    {label}
  </option>
);

type SelectProps = Omit<ComponentProps<"select">, "children"> & {
  options: readonly SelectOption[];
  /** Text of an empty first option; if undefined, there is no such option. */
  emptyLabel?: string;
};

/**
 * A styled native select. The browser displays its options, which works best on phones and with
 * screen readers.
 */
export function Select({ options, emptyLabel, className, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select
        {...rest}
        className={clsx(
          "control appearance-none pr-8 text-ellipsis *:text-ink has-[option[value='']:checked]:text-ink-muted",
          className,
        )}
      >
        {emptyLabel !== undefined && <option value="">{emptyLabel}</option>}
        {groupsOf(options).map((group) =>
          group.name === undefined ? (
            group.options.map(shown)
          ) : (
            <optgroup key={group.name} label={group.name}>
              {group.options.map(shown)}
            </optgroup>
          ),
        )}
      </select>
      <Icon
        name="icon-chevron-down"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
      />
    </span>
  );
}
