import { describe, expect, it } from "vitest";
import de from "@/messages/de.json";
import { NAV_ITEMS, sectionOf } from "./sections";

describe("sectionOf", () => {
  it.each([
    ["/dashboard", "dashboard", "dashboard"],
    ["/members", "members", "university_members"],
    ["/members/new", "members", "university_member"],
    ["/projects/12", "projects", "cooperation_project"],
    ["/institution/3", "institutions", "partner_institution"],
    ["/person/new", "persons", "partner_person"],
    ["/thematic-fields/7", "thematic-fields", "thematic_field"],
    ["/pages/user", "account", "account"],
    ["/nowhere", "dashboard", "unknown"],
  ])("%s", (path, section, titleKey) => {
    expect(sectionOf(path)).toEqual({ section, titleKey });
  });

  it("has a title for every page in the sidebar, and a word for every item", () => {
    for (const item of NAV_ITEMS) {
      expect(de.frame.nav).toHaveProperty(item.labelKey);
      expect(de.frame.titles).toHaveProperty(sectionOf(item.href).titleKey);
      expect(sectionOf(item.href).section).toBe(item.section);
    }
  });
});
