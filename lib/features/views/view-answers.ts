import * as z from "zod";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { done, recordId, anyText } from "@/lib/model/answers/shapes";

const view = z.object({
  id: recordId,
  kind: z.enum(allDefinitions.map(({ apiPath }) => apiPath)),
  name: anyText,
  query: anyText.describe("Query parameters of a list; days may be relative: `today`, `today+12m`, `today-7d`"),
  columns: z.array(anyText),
  shared: z.boolean(),
  own: z.boolean().describe("Whether it belongs to the current account"),
});
/** A named query and columns of a kind's list (contract §10). */
export type View = z.output<typeof view>;

/** `GET /api/views` */
export const viewList = z.array(view);

/** `POST /api/views/new` */
export const viewCreated = done("data_saved", { id: recordId });

/** `PUT /api/views/{id}` */
export const viewUpdated = done("data_updated");

/** `DELETE /api/views/{id}` */
export const viewDeleted = done("data_deleted");
