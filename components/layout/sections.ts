/** The parts of the application; each has its colour (globals.css), its artwork and its place in the sidebar. */
export type Section = "dashboard" | "members" | "projects" | "institutions" | "persons" | "thematic-fields" | "account";

/** A page as the specification names it, which is also the key of its title under `frame.titles`. */
type RouteName =
  | "dashboard"
  | "university_members"
  | "university_member"
  | "cooperation_projects"
  | "cooperation_project"
  | "partner_institutions"
  | "partner_institution"
  | "partner_persons"
  | "partner_person"
  | "thematic_fields"
  | "thematic_field"
  | "account"
  | "api_docs";

type Route = { name: RouteName; pattern: RegExp; section: Section };

/** Every page inside the frame, what it is called and where it belongs. */
const ROUTES: readonly Route[] = [
  { name: "dashboard", pattern: /^\/dashboard$/, section: "dashboard" },
  { name: "university_members", pattern: /^\/members$/, section: "members" },
  { name: "university_member", pattern: /^\/members\/[^/]+$/, section: "members" },
  { name: "cooperation_projects", pattern: /^\/projects$/, section: "projects" },
  { name: "cooperation_project", pattern: /^\/projects\/[^/]+$/, section: "projects" },
  { name: "partner_institutions", pattern: /^\/institutions$/, section: "institutions" },
  { name: "partner_institution", pattern: /^\/institution\/[^/]+$/, section: "institutions" },
  { name: "partner_persons", pattern: /^\/persons$/, section: "persons" },
  { name: "partner_person", pattern: /^\/person\/[^/]+$/, section: "persons" },
  { name: "thematic_fields", pattern: /^\/thematic-fields$/, section: "thematic-fields" },
  { name: "thematic_field", pattern: /^\/thematic-fields\/[^/]+$/, section: "thematic-fields" },
  { name: "account", pattern: /^\/pages\/user$/, section: "account" },
  { name: "api_docs", pattern: /^\/api-docs$/, section: "account" },
];

type SectionOfPath = { section: Section; titleKey: RouteName | "unknown" };

/** The section and the title of a path; an unknown path belongs to the dashboard. */
export function sectionOf(pathname: string): SectionOfPath {
  const route = ROUTES.find(({ pattern }) => pattern.test(pathname));
  return route ? { section: route.section, titleKey: route.name } : { section: "dashboard", titleKey: "unknown" };
}

type NavItem = { section: Section; labelKey: string; href: string };

/** The sidebar, from top to bottom; the label is a key under `frame.nav`. */
export const NAV_ITEMS: readonly NavItem[] = [
  { section: "dashboard", labelKey: "dashboard", href: "/dashboard" },
  { section: "members", labelKey: "members", href: "/members" },
  { section: "projects", labelKey: "projects", href: "/projects" },
  { section: "institutions", labelKey: "institutions", href: "/institutions" },
  { section: "persons", labelKey: "persons", href: "/persons" },
  { section: "thematic-fields", labelKey: "thematic_fields", href: "/thematic-fields" },
];
