import type { AnyDefinition } from "@/lib/model/kinds/define";
import { PROJECT_STATUS } from "@/lib/model/kinds/project";
import type { KindName } from "@/lib/model/kinds/registry";

/**
 * A view that every installation has. `query` contains URL parameters, in which days may be relative
 * (`relative-days.ts`); `columns` are those that the view is about.
 */
type PredefinedView = { name: string; query: string; columns: readonly string[] };

const VIEWS: Partial<Record<KindName, readonly PredefinedView[]>> = {
  member: [
    {
      name: "without_projects",
      query: "where[kooperationsprojekte][empty]=true",
      columns: ["nachname", "vorname", "status", "institut", "kooperationsprojekte"],
    },
  ],
  project: [
    {
      name: "ongoing",
      query: `where[status][in]=${PROJECT_STATUS.ongoing}`,
      columns: ["projekt_titel", "status", "projektbeginn", "projektende", "zustaendige"],
    },
    {
      name: "ending",
      query:
        `where[status][in]=${PROJECT_STATUS.ongoing}&where[projektende][from]=today` +
        "&where[projektende][to]=today%2B12m&sortBy=projektende&sortOrder=asc",
      columns: ["projekt_titel", "projektende", "letzter_kuendigungstag", "zustaendige"],
    },
    {
      name: "without_partner",
      query: "where[institutionen][empty]=true",
      columns: ["projekt_titel", "status", "institutionen", "zustaendige"],
    },
  ],
  institution: [
    {
      name: "without_contact",
      query: "where[personen][empty]=true",
      columns: ["name", "personen", "kontaktperson", "email", "telefon"],
    },
  ],
};

/**
 * Returns the predefined views of a kind's list page. Not part of the kind's definition, which every
 * page loads: few need them.
 */
export const predefinedViews = (kind: KindName): readonly PredefinedView[] => VIEWS[kind] ?? [];

/** Returns the names of the fields by which lists are filtered most: those of their columns and predefined views. */
export function frequentFilterFields({ name: kind, columns }: Pick<AnyDefinition, "name" | "columns">): string[] {
  const ofViews = predefinedViews(kind).flatMap(({ query }) => [...new URLSearchParams(query).keys()]);
  const filtered = ofViews.flatMap((name) => /^where\[(\w+)\]/.exec(name)?.[1] ?? []);
  return [...new Set([...columns.map(({ name }) => name), ...filtered])];
}
