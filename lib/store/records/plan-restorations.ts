import type { AnyDefinition, AnyRow } from "@/lib/model/kinds/define";
import { definitionOfPath } from "@/lib/model/kinds/registry";
import { defaultLinkValues, relationSidesOf } from "@/lib/model/kinds/relations";
import type { Context } from "../database/transaction";
import type { Connection } from "../database/client";
import { AppError } from "@/lib/base/errors/errors";
import { checkValues, referenceCheck } from "./check-values";
import { editedIds, type LinkChange, type Plan, type EditRefusal, type RequestedEdit } from "./edit";
import { snapshotFields } from "./field-changes";
import { HISTORY_LOCALE, type LinkedRecord } from "../sql/linked-records";
import { recordLabels } from "../sql/list-records";
import { mergedLinks } from "../sql/merged-records";
import { isFileLink, restorableFiles } from "../sql/record-files";
import { idsIn, knownEntries, type KnownEntries } from "../sql/reference-list-rows";

const linkName = ({ kind, id }: { kind: string; id: number }) => `${kind}/${id}`;

/**
 * Decides which links of restored records can be restored. A link to a merged record goes to the
 * record that it was merged into.
 */
async function restorableLinks(connection: Connection, { apiPath }: AnyDefinition, restored: readonly RequestedEdit[]) {
  const all = restored.flatMap(({ edit }) => edit.restore?.links ?? []).filter((link) => !isFileLink(link));
  // Records that are restored together may be linked to each other.
  const existing = new Set(editedIds(restored.map(({ edit }) => edit)).map((id) => linkName({ kind: apiPath, id })));
  for (const kind of new Set(all.map((link) => link.kind))) {
    const other = definitionOfPath(kind);
    const ids = [...new Set(all.filter((link) => link.kind === kind).map(({ id }) => id))];
    const found = other ? await recordLabels(connection, other, ids, HISTORY_LOCALE) : [];
    for (const { id } of found) existing.add(linkName({ kind, id }));
  }
  const merged = await mergedLinks(
    connection,
    all.filter((link) => !existing.has(linkName(link))),
  );
  return (links: readonly LinkedRecord[]) => {
    const existingLinks = links.filter((link) => existing.has(linkName(link)));
    const missingLinks = links.filter((link) => !existing.has(linkName(link)));
    const targets = missingLinks.flatMap((link) => merged.get(link) ?? []);
    const isNew = (link: LinkedRecord) => !existingLinks.some((one) => isSameLink(one, link));
    return {
      linked: [...existingLinks, ...targets.filter(isNew)],
      lost: missingLinks.filter((link) => !merged.has(link)),
    };
  };
}

const isSameLink = (one: LinkedRecord, other: LinkedRecord) =>
  one.relation === other.relation && one.kind === other.kind && one.id === other.id;

/** Finds the relation of a link in the history, as seen from the record. */
const sidesOfLink = (definition: AnyDefinition, { relation, kind }: LinkedRecord) =>
  relationSidesOf(definition.name).find(
    (sides) => sides.relation.name === relation && definitionOfPath(kind)?.name === sides.other.kind,
  );

/** Returns a function that removes entries, such as roles, that do not exist any more from the values of a link. */
async function deletedEntryRemover(
  connection: Connection,
  definition: AnyDefinition,
  restored: readonly RequestedEdit[],
) {
  const links = restored.flatMap(({ edit }) => edit.restore?.links ?? []);
  const known = new Map<string, KnownEntries>();
  for (const { relation } of relationSidesOf(definition.name)) {
    const { name, fields = {} } = relation;
    const linkValues = links.flatMap((link) => (link.relation === name && link.values ? [link.values] : []));
    const references = Object.keys(fields).filter((field) => fields[field]?.reference);
    const idsByField = references.map(
      (field) => [field, linkValues.flatMap((values) => idsIn(values[field]))] as const,
    );
    if (linkValues.length > 0)
      known.set(name, await knownEntries(connection, { fields }, Object.fromEntries(idsByField)));
  }
  return (link: LinkedRecord): LinkedRecord => {
    const entries = known.get(link.relation);
    const fields = sidesOfLink(definition, link)?.relation.fields ?? {};
    if (!link.values || !entries) return link;
    const values = Object.entries(link.values).map(([name, value]) => {
      const isList = fields[name]?.reference !== undefined && Array.isArray(value);
      return [name, isList ? idsIn(value).filter((id) => entries.has(name, id)) : value];
    });
    return { ...link, values: Object.fromEntries(values) as AnyRow };
  };
}

/** Decides which files of restored records can be restored: those that were deleted too long ago cannot. */
async function restorableFileLinks(connection: Connection, restored: readonly RequestedEdit[]) {
  const links = restored.flatMap(({ edit }) => edit.restore?.links ?? []).filter(isFileLink);
  const restorable = await restorableFiles(
    connection,
    links.map(({ id }) => id),
  );
  return (all: readonly LinkedRecord[]) => {
    const files = all.filter(isFileLink);
    return {
      files: files.filter(({ id }) => restorable.has(id)),
      lostFiles: files.filter(({ id }) => !restorable.has(id)),
    };
  };
}

/**
 * Plans the restoration of deleted records. Their version numbers continue, so that no client
 * mistakes a record for an earlier state of it. Links lose roles that were deleted meanwhile. Refuses with not_revertible where the record
 * exists, or its values are no longer valid, for example because an entry was deleted.
 */
export async function planRestorations(
  { connection }: Context,
  definition: AnyDefinition,
  requests: readonly RequestedEdit[],
) {
  const unknownReferences = await referenceCheck(connection, definition, requests);
  const refusals: EditRefusal[] = [];
  const plans: Plan[] = [];
  const linksOf = await restorableLinks(connection, definition, requests);
  const filesOf = await restorableFileLinks(connection, requests);
  const withoutDeletedEntries = await deletedEntryRemover(connection, definition, requests);
  for (const request of requests) {
    const { edit, stored } = request;
    const { values: checked } = checkValues(
      definition,
      { ...request, edit: { ...edit, acceptsInactive: true } },
      unknownReferences,
    );
    if (!edit.restore || stored || !checked) {
      refusals.push({ edit, stored, error: new AppError("not_revertible") });
      continue;
    }
    const ofRecord = edit.restore.links.filter((link) => !isFileLink(link));
    const { linked, lost } = linksOf(ofRecord.map(withoutDeletedEntries));
    const { files, lostFiles } = filesOf(edit.restore.links);
    const links = linked.flatMap((link): LinkChange[] => {
      const sides = sidesOfLink(definition, link);
      if (!sides) return [];
      const values = { ...defaultLinkValues(sides.relation), ...link.values };
      return [{ sides, removed: [], added: [{ id: link.id, values }], changed: [] }];
    });
    const values = { ...checked, ...request.managed };
    const fields = snapshotFields(definition, { old: null, new: values });
    const withFiles = { linked: [...linked, ...files], lost: [...lost, ...lostFiles] };
    plans.push({ edit, action: "create", version: edit.restore.version + 1, values, fields, links, ...withFiles });
  }
  return { plans, refusals };
}
