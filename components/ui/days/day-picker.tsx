"use client";

import { Popover } from "@base-ui/react/popover";
import { useState } from "react";
import { IconButton } from "../button";
import type { DayCalendar, DayCalendarProps } from "./day-calendar";
import { Icon } from "../icon";
import { usePreload } from "../use-preload";

const loadCalendar = () => import("./day-calendar");

type DayPickerButtonProps = DayCalendarProps & {
  id: string;
  label: string;
  /** Ids of the elements that label the button and its calendar. */
  labelledBy: string;
  className?: string;
};

/**
 * A button that opens a calendar. The browser's own date picker would use the browser's language
 * instead of the app's.
 */
export function DayPickerButton({ id, label, labelledBy, className, onPick, ...calendar }: DayPickerButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [Calendar, setCalendar] = useState<typeof DayCalendar | null>(null);
  usePreload(loadCalendar);

  function changeOpen(opens: boolean) {
    if (!opens) return setOpen(false);
    const open = ({ DayCalendar: loaded }: { DayCalendar: typeof DayCalendar }) => {
      setCalendar(() => loaded);
      setOpen(true);
    };
    // If the code cannot be loaded, nothing happens, as dates can also be typed.
    void loadCalendar().then(open, () => undefined);
  }

  return (
    <Popover.Root open={isOpen} onOpenChange={changeOpen} modal="trap-focus">
      <Popover.Trigger
        render={
          <IconButton
            id={id}
            label={label}
            aria-labelledby={labelledBy}
            tooltipSide="left"
            icon={<Icon name="icon-calendar-days" className="size-4" />}
            className={className}
          />
        }
      />
      <Popover.Portal>
        <Popover.Positioner align="end" sideOffset={6} collisionPadding={8} className="z-50">
          <Popover.Popup
            aria-labelledby={labelledBy}
            // The calendar focuses its selected day itself.
            initialFocus={false}
            className={
              "w-72 max-w-(--available-width) rounded-md border border-line bg-surface p-2 text-ink shadow-popup outline-none " +
              "transition-opacity duration-100 data-ending-style:opacity-0 data-starting-style:opacity-0 pointer-coarse:w-84"
            }
          >
            {Calendar && (
              <Calendar
                {...calendar}
                onPick={(day) => {
                  setOpen(false);
                  onPick(day);
                }}
              />
            )}
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
