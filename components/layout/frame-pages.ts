import { personalDataPath } from "@/lib/records/personal-data";
import { allDefinitions, kinds, type KindName } from "@/lib/records/registry";
import type { FramePage } from "./sections";

type Translate = (key: string) => string;

/**
 * Every page inside the frame, those of the sidebar from top to bottom. Made on the server, so that the browser gets
 * addresses and words and no definitions.
 * @param titles translates `frame.titles`
 * @param records translates `records`
 * @param isAdmin whether the sidebar leads to what only admins see
 */
export function framePages(titles: Translate, records: Translate, isAdmin: boolean): FramePage[] {
  const ofKinds = (Object.keys(kinds) as KindName[]).flatMap((kind): FramePage[] => [
    { section: kind, path: kinds[kind].pages.list, title: records(`${kind}.many`), inSidebar: true },
    { section: kind, path: `${kinds[kind].pages.detail}/*`, title: records(`${kind}.one`), inSidebar: false },
  ]);
  const ofPersons = allDefinitions.flatMap((definition): FramePage[] => {
    const section = definition.name as KindName;
    const path = `${personalDataPath(definition)}/*`;
    return definition.person ? [{ section, path, title: records(`${section}.one`), inSidebar: false }] : [];
  });
  return [
    { section: "dashboard", path: "/dashboard", title: titles("dashboard"), inSidebar: true },
    ...ofKinds,
    ...ofPersons,
    { section: "history", path: "/pages/timeline", title: titles("history"), inSidebar: true },
    { section: "reference", path: "/pages/reference", title: titles("reference"), inSidebar: isAdmin },
    { section: "accounts", path: "/pages/users", title: titles("accounts"), inSidebar: isAdmin },
    { section: "accounts", path: "/pages/users/*", title: titles("accounts"), inSidebar: false },
    { section: "account", path: "/pages/user", title: titles("account"), inSidebar: false },
    { section: "account", path: "/api-docs", title: titles("api_docs"), inSidebar: false },
  ];
}
