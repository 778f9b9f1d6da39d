import type { KindName } from "../../records/define";
import type { kinds } from "../../records/registry";
import { institutionStore } from "./institution-store";
import { memberStore } from "./member-store";
import { personStore } from "./person-store";
import { projectStore } from "./project-store";
import type { RecordStore } from "./record-store";
import { thematicFieldStore } from "./thematic-field-store";

type ValuesOfKind<Kind extends KindName> = (typeof kinds)[Kind]["schema"]["_output"];

/** Every kind's store; the type holds each to the values of its own definition. */
const stores: { [Kind in KindName]: RecordStore<ValuesOfKind<Kind>> } = {
  member: memberStore,
  project: projectStore,
  institution: institutionStore,
  person: personStore,
  thematicField: thematicFieldStore,
};

/** The values of any kind: checked by its schema before they come here. */
export type AnyValues = Record<string, unknown>;

/** A kind's store, seen as machinery sees it. The definition's schema has checked what goes in. */
export const storeOf = (kind: KindName) => stores[kind] as unknown as RecordStore<AnyValues>;
