import { deadlineStates } from "@/lib/model/deadlines/deadline-states";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import { queryParameter } from "@/lib/http/openapi/list-parameters";

/** The query parameters that filter deadlines, for the list and for calendar feeds. */
export const deadlineFilters = [
  queryParameter("state", "Only projects in any of these states.", { type: "array", items: { enum: deadlineStates } }),
  queryParameter("member", "Only projects with any of these members.", { type: "array", items: recordIdSchema }),
  queryParameter("topics", "Only projects with any of these thematic fields.", {
    type: "array",
    items: recordIdSchema,
  }),
];
