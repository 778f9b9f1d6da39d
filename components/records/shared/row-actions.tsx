import { IconLink } from "@/components/navigation/links";
import { IconButton } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";

type RowActionsProps = { href: string; editLabel: string; deleteLabel: string; onDelete: () => void };

/** The edit and delete icons at the end of a row (spec §2). */
export function RowActions({ href, editLabel, deleteLabel, onDelete }: RowActionsProps) {
  return (
    <>
      <IconLink
        href={href}
        label={editLabel}
        tooltipSide="left"
        icon={<Icon name="icon-pencil" className="size-4" />}
      />
      <IconButton
        label={deleteLabel}
        tooltipSide="left"
        icon={<Icon name="icon-trash-2" className="size-4" />}
        onClick={onDelete}
      />
    </>
  );
}
