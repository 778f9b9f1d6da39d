import type { AnyRow } from "@/lib/model/kinds/define";
import type { FieldChange } from "@/lib/model/answers/shapes";
import type { RelationSides } from "@/lib/model/kinds/relations";
import type { AppError } from "@/lib/base/errors/errors";
import type { LinkedRecord } from "../sql/linked-records";
import type { Stored } from "../sql/stored-records";

/** The values of a link's fields to write, or a function that derives them from the stored ones. */
type LinkSet = AnyRow | ((stored: AnyRow) => AnyRow);

/** A change of a record's links in one relation. */
export type LinkEdit = {
  sides: RelationSides;
  /** The only records to be linked: links to all others are removed. */
  only?: readonly number[];
  add?: readonly number[];
  remove?: readonly number[];
  /**
   * Values of the links' fields, by the id of the record at the other end. They are written to links
   * that are there after links were added and removed; other values stay as they are.
   */
  set?: ReadonlyMap<number, LinkSet>;
  /** Values that links in `set` must still have; otherwise the edit is refused with changed_since. */
  was?: ReadonlyMap<number, AnyRow>;
  /**
   * Whether every link must really be added, removed or there: an existing link is refused with
   * already_exists, a missing one with data_not_found. By default, such links stay as they are.
   */
  mustChange?: true;
  /**
   * What happens where an edit gives a unique role to a link while another one has it: the edit is
   * refused with role_taken (the default), the other one gives it up, or the edit goes without it.
   */
  onTakenRole?: "replace" | "drop";
  /** The id of the linked record whose link ends when the added link begins. */
  successorOf?: number;
  /** The prefix of the fields in errors, such as `set_links.personen.`. */
  errorPrefix?: string;
  /** Accepts inactive reference entries that the link does not have yet. */
  acceptsInactive?: true;
  /** The id of the change that this one reverts. */
  reverts?: number;
};

/** A deleted record as the history holds it. */
type DeletedRecord = { version: number; values: AnyRow; links: readonly LinkedRecord[] };

/** A requested change of one record. */
export type Edit = {
  /** The record's key; null for a new record. */
  id: number | null;
  /**
   * The fields to write, or a function that derives them from the stored values. Other fields stay
   * as they are; the whole record must be valid (contract §3).
   */
  set?: AnyRow | ((stored: AnyRow) => AnyRow);
  /**
   * The values of managed fields to write, or a function that derives them from the stored ones.
   * They raise no version, so that they cause no conflicts with edits by users.
   */
  managed?: AnyRow | ((stored: AnyRow) => AnyRow);
  links?: readonly LinkEdit[];
  /**
   * Deletes the record with its links. Links that prevent the deletion (`preventsDeletion`) refuse
   * this, unless they are removed as well ("and links"), because a merge has added them elsewhere.
   */
  remove?: true | "and links";
  /** Recreates a deleted record under its former key. */
  restore?: DeletedRecord;
  /** The request's `If-Match` (contract §8). */
  ifMatch?: string;
  /** The id of the change that this one reverts. */
  reverts?: number;
  /** What the change of the record also names: the round of a confirmation. */
  related?: { kind: string; id: number; label: string };
  /** Accepts inactive reference entries that the record does not have yet. */
  acceptsInactive?: true;
  /** Accepts errors that the record had before. */
  acceptsStoredErrors?: true;
};

/** Returns the keys of the records that edits concern; new records have none. */
export const editedIds = (edits: readonly Edit[]): number[] => edits.flatMap(({ id }) => (id === null ? [] : [id]));

/** A link to write: the id of the record at the other end, and the values of the link's fields. */
export type LinkRow = { id: number; values: AnyRow };

/** The links of a record to remove, to add and to change in one relation. */
export type LinkChange = Pick<LinkEdit, "sides" | "mustChange" | "reverts"> & {
  removed: number[];
  added: LinkRow[];
  changed: (LinkRow & { before: AnyRow })[];
};

/** What an edit will write. */
export type Plan = {
  edit: Edit;
  action: "create" | "update" | "delete";
  /** The version after the change; of a deleted record its last version. */
  version: number;
  /** The record's values after the change; of a deleted record its last values. */
  values: AnyRow;
  fields: FieldChange[];
  links: LinkChange[];
  /** The links that are deleted or restored together with the record. */
  linked: LinkedRecord[];
  /** The links that cannot be restored, because their records no longer exist. */
  lost: LinkedRecord[];
};

/** An edit that cannot be made, with the reason; `stored` is null where the record does not exist. */
export type EditRefusal = { edit: Edit; stored: Stored | null; error: AppError };

export type Planned = { plans: Plan[]; refusals: EditRefusal[] };

/** Whether a plan would change anything. */
export const isChange = ({ action, fields, links }: Plan): boolean =>
  action !== "update" ||
  fields.length > 0 ||
  links.some(({ removed, added, changed }) => removed.length + added.length + changed.length > 0);

/** Names a relation as seen from one end: a relation may link records of one kind. */
export const sideName = ({ relation, own }: RelationSides) => `${relation.name} ${own.column}`;

/**
 * An edit with the stored record, and with the fields that it writes. `managed` contains all managed
 * fields, as they are after the edit.
 */
export type RequestedEdit = { edit: Edit; stored: Stored | null; set: AnyRow; managed: AnyRow };
