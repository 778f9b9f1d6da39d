import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import type { Locale } from "@/lib/model/messages/i18n";
import { breakableEmail } from "./breakable-email";
import { actionAttributes, recordAttributes, ROW_PARTS, type RowRecord } from "@/components/ui/rows/row-parts";

/** Texts below a row's name, and texts that complete the name in the heading of the row's card. */
export type RowTexts = {
  /** A muted second line below the row's name. */
  note?: ReactNode;
  /** A third line across the whole row. */
  hint?: ReactNode;
  /**
   * Set if the first cell is only a part of the row's name, as a person's surname is: the texts that
   * the heading of a card contains before and after it, and the whole name for screen readers.
   */
  inCard?: { before: string; after: string; fullName: string };
};

/** A cell: the column's label, and what the column shows of the row. */
export type TableCell = {
  label: string;
  content: ReactNode;
  /** Language of the content, if it is not the page's. */
  lang?: Locale;
  isInCardHeading?: boolean;
};

type TableRowProps = {
  /** Id of the element with the row's name; unique on the page. */
  nameId: string;
  /** Key and label of the row's record, for the handlers of a list page (list-shell.tsx). */
  record?: RowRecord;
  /** URL that the row opens; a click anywhere on the row follows it (navigation/app-links.tsx). */
  href?: string;
  cells: readonly TableCell[];
  texts?: RowTexts;
  /** The row's checkbox. */
  box?: ReactNode;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
  /** True if a card shows only the first cell below its heading, without the column's label. */
  hasShortCard?: boolean;
};

/**
 * A table row; table-rows.css styles its parts. On narrow screens it becomes a card, with the first
 * cell as heading and the actions in the corner. Events are handled for all rows at once (row-parts.ts):
 * clicks on the row and its name by navigation/app-links.tsx, checkbox and actions by list-shell.tsx on
 * list pages, tooltips and focus by table-shell.tsx.
 */
export function TableRow({ nameId, record, href, cells, texts = {}, box, actions, hasShortCard }: TableRowProps) {
  const [first, ...others] = cells;
  const fullName = texts.inCard?.fullName;
  const shown = hasShortCard ? others.find(({ isInCardHeading }) => !isInCardHeading) : undefined;
  /** Returns the class of a cell: cards leave out what their heading contains or what has no room. */
  function classOf(cell: TableCell) {
    if (cell === shown) return "card-line";
    return cell.isInCardHeading || hasShortCard ? "cards:hidden" : undefined;
  }
  return (
    <tr
      role="row"
      aria-label={fullName}
      {...recordAttributes(record)}
      data-hint={Boolean(texts.hint) || undefined}
      className={ROW_PARTS.line}
    >
      {box && (
        <td role="gridcell" headers={`${nameId}-cell`} className={ROW_PARTS.box}>
          {box}
        </td>
      )}
      {first && (
        // For screen readers, the first cell is the row's header; its label is the row's name
        // without the note below.
        <th
          id={`${nameId}-cell`}
          role="rowheader"
          scope="row"
          {...(fullName ? { "aria-label": fullName } : { "aria-labelledby": nameId })}
        >
          <RowName href={href} id={nameId} inCard={texts.inCard} lang={first.lang}>
            {breakableEmail(first.content)}
          </RowName>
          {texts.note && <div className={ROW_PARTS.note}>{texts.note}</div>}
          {texts.hint && <div className="row-hint">{texts.hint}</div>}
        </th>
      )}
      {others.map((cell, index) => (
        <td key={index} role="gridcell" data-label={cell.label} lang={cell.lang} className={classOf(cell)}>
          <span>{breakableEmail(cell.content)}</span>
        </td>
      ))}
      {actions && (
        <td role="gridcell" className={ROW_PARTS.actions}>
          {actions}
        </td>
      )}
    </tr>
  );
}

type RowNameProps = {
  href: string | undefined;
  id: string;
  inCard: RowTexts["inCard"];
  lang?: Locale;
  children: ReactNode;
};

/**
 * A row's name: the first cell and, in the heading of a card, the texts of `inCard`. In a table these
 * are the link's description for screen readers, as people may have the same surname.
 */
function RowName({ href, id, inCard, lang, children }: RowNameProps) {
  const [beforeId, afterId] = [inCard?.before && `${id}-before`, inCard?.after && `${id}-after`];
  const name = (
    <>
      {inCard?.before && (
        <span id={beforeId} className="in-card">
          {inCard.before}
        </span>
      )}
      {children}
      {inCard?.after && (
        <span id={afterId} className="in-card">
          {inCard.after}
        </span>
      )}
    </>
  );
  return href ? (
    <a
      id={id}
      href={href}
      lang={lang}
      aria-describedby={[beforeId, afterId].filter(Boolean).join(" ") || undefined}
      className={ROW_PARTS.link}
    >
      {name}
    </a>
  ) : (
    <span id={id} lang={lang} className="font-semibold">
      {name}
    </span>
  );
}

type RowActionsProps = {
  href: string;
  editLabel: string;
  deleteLabel: string;
  onDelete?: () => void;
  /** The button of a menu with further actions. */
  menu?: ReactNode;
};

/**
 * The edit and delete icons at the end of a row (spec §2).
 * @param onDelete if it is missing, the handlers of the table serve the button (`RowAction`)
 */
export function RowActions({ href, editLabel, deleteLabel, onDelete, menu }: RowActionsProps) {
  return (
    <>
      {menu}
      <a href={href} aria-label={editLabel} className="row-action">
        <Icon name="icon-pencil" />
      </a>
      <button
        type="button"
        aria-label={deleteLabel}
        onClick={onDelete}
        {...(!onDelete && actionAttributes("delete"))}
        className="row-action"
      >
        <Icon name="icon-trash-2" />
      </button>
    </>
  );
}
