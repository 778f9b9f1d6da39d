import clsx from "clsx";
import type { ComponentProps } from "react";
import { Icon } from "../icon";

export type SelectOption = { value: string | number; label: string };

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
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon
        name="icon-chevron-down"
        className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-muted"
      />
    </span>
  );
}
