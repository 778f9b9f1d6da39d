import { allDefinitions } from "@/lib/records/registry";
import type { FramePage } from "./sections";

type Translate = (key: string) => string;

/**
 * Every page inside the frame, those of the sidebar from top to bottom. Made on the server, so that the browser gets
 * addresses and words and no definitions.
 * @param titles translates `frame.titles`
 * @param records translates `records`
 */
export function framePages(titles: Translate, records: Translate): FramePage[] {
  const ofKinds = allDefinitions.flatMap(({ name, pages }): FramePage[] => [
    { section: name, path: pages.list, title: records(`${name}.many`), inSidebar: true },
    { section: name, path: `${pages.detail}/*`, title: records(`${name}.one`), inSidebar: false },
  ]);
  return [
    { section: "dashboard", path: "/dashboard", title: titles("dashboard"), inSidebar: true },
    ...ofKinds,
    { section: "account", path: "/pages/user", title: titles("account"), inSidebar: false },
    { section: "account", path: "/api-docs", title: titles("api_docs"), inSidebar: false },
  ];
}
