import { expect, it } from "vitest";
import { pageRouteIn, pageRoutesOf } from "./page-routes";

const routes = pageRoutesOf({
  staticRoutes: [
    { page: "/", regex: "^/(?:/)?$" },
    { page: "/_not-found", regex: "^/_not\\-found(?:/)?$" },
    { page: "/members", regex: "^/members(?:/)?$" },
    { page: "/api/members", regex: "^/api/members(?:/)?$" },
  ],
  dynamicRoutes: [
    { page: "/members/[ph_id]", regex: "^/members/([^/]+?)(?:/)?$" },
    { page: "/password-reset/[token]", regex: "^/password\\-reset/([^/]+?)(?:/)?$" },
  ],
});

it.each([
  ["/", "/"],
  ["/members?filter=M%C3%BCller", "/members"],
  ["/members/7?tab=projects", "/members/[ph_id]"],
  ["/password-reset/secret", "/password-reset/[token]"],
  ["/api/members", undefined],
  ["/_not-found", undefined],
  ["/mueller", undefined],
])("pageRouteIn maps %s to the route %s", (url, page) => expect(pageRouteIn(routes, url)).toBe(page));
