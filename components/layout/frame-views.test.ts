import { expect, it } from "vitest";
import { frameViews } from "./frame-pages";
import { isAtView } from "./frame-views";

const savedView = {
  id: 7,
  kind: "members",
  name: "Meine",
  query: "filter=a+b&sortBy=email",
  columns: ["nachname", "email"],
};
const savedQuestion = { id: 8, kind: "statistics", name: "Zehn Jahre", query: "from=today-120m&by=land", columns: [] };
const views = frameViews((key) => `<${key}>`, [savedView, savedQuestion]);
const memberViews = views.filter(({ section }) => section === "member");

it("lists predefined views before saved ones", () => {
  expect(memberViews).toEqual([
    {
      key: "member without_projects",
      section: "member",
      name: "<member.views.without_projects>",
      href: "/members?where%5Bkooperationsprojekte%5D%5Bempty%5D=true&columns=nachname%2Cvorname%2Cstatus%2Cinstitut%2Ckooperationsprojekte",
    },
    { key: "7", section: "member", name: "Meine", href: "/members?filter=a+b&sortBy=email&columns=nachname%2Cemail" },
  ]);
});

it("lists shipped questions of statistics before saved ones", () => {
  expect(views.filter(({ section }) => section === "statistics")).toEqual([
    {
      key: "statistics hrk",
      section: "statistics",
      name: "<statistics.questions.hrk>",
      href: "/charts?question=hrk",
      leadsTo: "on=last_year_end&by=land%2Corganisationsform&where%5Bstatus%5D%5Bin%5D=",
    },
    {
      key: "statistics annual_report",
      section: "statistics",
      name: "<statistics.questions.annual_report>",
      href: "/charts?from=today-120m&to=last_year_end&step=year&by=fakultaet",
    },
    {
      key: "statistics partners_worldwide",
      section: "statistics",
      name: "<statistics.questions.partners_worldwide>",
      href: "/charts?count=institutions&by=land&map=world",
    },
    { key: "8", section: "statistics", name: "Zehn Jahre", href: "/charts?from=today-120m&by=land" },
  ]);
});

it("recognises a view's URL regardless of parameter order, page and page size", () => {
  const at = (search: string) => memberViews.filter((view) => isAtView(view, new URLSearchParams(search))).length;
  expect(at("columns=nachname,email&sortBy=email&filter=a%20b&pageNo=3&pageSize=25")).toBe(1);
  expect(at("columns=nachname,email&sortBy=email&filter=a")).toBe(0);
  expect(at("")).toBe(0);
});

it("recognises a view that leads to another URL, whatever the values that it leaves open", () => {
  const hrk = views.find(({ key }) => key === "statistics hrk");
  const at = (search: string) => hrk !== undefined && isAtView(hrk, new URLSearchParams(search));
  expect(at("on=last_year_end&by=land,organisationsform&where[status][in]=2,3")).toBe(true);
  expect(at("on=last_year_end&by=land&where[status][in]=2,3")).toBe(false);
  expect(at("on=last_year_end&by=land,organisationsform")).toBe(false);
});
