import { dayOf } from "@/lib/model/fields/moments";

/** A path to which no page belongs. */
export const MISSING_PAGE = "/nowhere";

/** The pages that the tests of all screens check for a logged-in user. */
export const PAGES = [
  "/dashboard",
  "/calendar",
  "/calendar?view=month",
  "/charts?by=land&map=world",
  "/charts?from=2016-01-01&by=fakultaet",
  "/members",
  "/members/1",
  "/members/new",
  "/projects",
  "/projects/1",
  "/projects/new",
  "/institutions",
  "/institution/1",
  "/persons",
  "/person/1",
  "/thematic-fields",
  "/thematic-fields/1",
  "/members/1?tab=kooperationsprojekte",
  `/members/1?at=${dayOf(new Date())}`,
  "/institution/1?tab=overview",
  "/print/members",
  "/print/statistics?by=land&map=europe",
  "/pages/files?gueltig_bis[from]=2020-01-01",
  "/pages/quality",
  "/pages/places",
  "/pages/proposals",
  "/pages/rounds",
  "/pages/rounds/new",
  "/pages/rounds/new?kind=persons&query=",
  "/pages/timeline?kind=members",
  "/pages/users",
  "/pages/users/1",
  "/pages/users/new",
  "/pages/jobs",
  "/pages/reference?list=titel",
  "/pages/reference?list=einrichtungen",
  "/pages/reference?list=vertragsgrundlagen",
  "/pages/import",
  "/pages/import?kind=institutions",
  "/pages/personal-data/persons/1",
  "/pages/duplicates?kind=institutions",
  "/pages/merge?kind=institutions&keep=1&drop=2",
  "/impressum",
  "/datenschutz",
  "/barrierefreiheit",
  MISSING_PAGE,
];

/**
 * Pages with a form that is submitted empty, to check the page with its errors. The last one needs
 * a login.
 */
export const ACCOUNT_PAGES = [
  "/login",
  "/register",
  "/forgot-password",
  "/password-reset/unknown",
  "/verify-email/unknown",
  "/unsubscribe/unknown",
  "/pages/user",
];
