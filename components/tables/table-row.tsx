import type { ReactNode } from "react";
import { Icon } from "@/components/ui/icon";
import { breakableEmail } from "./breakable-email";

/** Texts below a row's name, and texts that complete the name in the heading of the row's card. */
export type RowTexts = {
  /** A muted second line below the row's name. */
  note?: ReactNode;
  /** A third line across the whole row. */
  hint?: ReactNode;
  /** Texts that the heading of a card contains before and after the first cell. */
  inCard?: { before: string; after: string };
};

/** A cell: the column's label, and what the column shows of the row. */
export type TableCell = { label: string; content: ReactNode; isInCardHeading?: boolean };

type TableRowProps = {
  /** Id of the element with the row's name; unique on the page. */
  nameId: string;
  /** Key and label of the row's record, for the handlers of a list page (list-shell.tsx). */
  record?: { id: number; label: string };
  /** URL that the row opens; a click anywhere on the row follows it (navigation/app-links.tsx). */
  href?: string;
  cells: readonly TableCell[];
  texts?: RowTexts;
  /** The row's checkbox. */
  box?: ReactNode;
  /** Buttons at the end of the row. */
  actions?: ReactNode;
};

/**
 * A table row; table-rows.css styles its parts. On narrow screens it becomes a card, with the first
 * cell as heading and the actions in the corner. Events are handled for all rows at once: clicks on
 * the row and `row-link` by navigation/app-links.tsx, `row-box` and `row-delete` by list-shell.tsx on
 * list pages, tooltips and focus by table-shell.tsx.
 */
export function TableRow({ nameId, record, href, cells, texts = {}, box, actions }: TableRowProps) {
  const [first, ...others] = cells;
  return (
    <tr
      role="row"
      data-id={record?.id}
      data-label={record?.label}
      data-hint={Boolean(texts.hint) || undefined}
      className="row-line"
    >
      {box && (
        <td role="cell" headers={`${nameId}-cell`} className="row-box">
          {box}
        </td>
      )}
      {first && (
        // For screen readers, the first cell is the row's header; its label is the row's name
        // without the note below.
        <th id={`${nameId}-cell`} role="rowheader" scope="row" aria-labelledby={nameId}>
          <RowName href={href} id={nameId} inCard={texts.inCard}>
            {breakableEmail(first.content)}
          </RowName>
          {texts.note && <div className="row-note">{texts.note}</div>}
          {texts.hint && <div className="row-hint">{texts.hint}</div>}
        </th>
      )}
      {others.map(({ label, content, isInCardHeading }, index) => (
        <td key={index} role="cell" data-label={label} className={isInCardHeading ? "cards:hidden" : undefined}>
          <span>{breakableEmail(content)}</span>
        </td>
      ))}
      {actions && (
        <td role="cell" className="row-actions">
          {actions}
        </td>
      )}
    </tr>
  );
}

type RowNameProps = { href: string | undefined; id: string; inCard: RowTexts["inCard"]; children: ReactNode };

/** A row's name: the first cell and, in the heading of a card, the texts of `inCard`. */
function RowName({ href, id, inCard, children }: RowNameProps) {
  const name = (
    <>
      {inCard?.before && <span className="in-card">{inCard.before}</span>}
      {children}
      {inCard?.after && <span className="in-card">{inCard.after}</span>}
    </>
  );
  return href ? (
    <a id={id} href={href} className="row-link">
      {name}
    </a>
  ) : (
    <span id={id} className="font-semibold">
      {name}
    </span>
  );
}

type RowActionsProps = { href: string; editLabel: string; deleteLabel: string; onDelete?: () => void };

/**
 * The edit and delete icons at the end of a row (spec §2).
 * @param onDelete if it is missing, list-shell.tsx handles the click by the class `row-delete`
 */
export function RowActions({ href, editLabel, deleteLabel, onDelete }: RowActionsProps) {
  return (
    <>
      <a href={href} aria-label={editLabel} className="row-action">
        <Icon name="icon-pencil" />
      </a>
      <button type="button" aria-label={deleteLabel} onClick={onDelete} className="row-action row-delete">
        <Icon name="icon-trash-2" />
      </button>
    </>
  );
}
