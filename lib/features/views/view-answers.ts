import * as z from "zod";
import { done, recordId, anyText } from "@/lib/model/answers/shapes";
import { VIEW_KINDS } from "./view-kinds";

const view = z.object({
  id: recordId,
  kind: z.enum(VIEW_KINDS),
  name: anyText,
  query: anyText.describe(
    "Parameters of a list, or of the page of statistics; days may be relative: `today`, `today+12m`, `today-7d`",
  ),
  columns: z.array(anyText),
  shared: z.boolean(),
  own: z.boolean().describe("Whether it belongs to the current account"),
});
/** A named query and columns of a kind's list, or a named question of a statistic (contract §§10, 17). */
export type View = z.output<typeof view>;

/** `GET /api/views` */
export const viewList = z.array(view);

/** `POST /api/views/new` */
export const viewCreated = done("data_saved", { id: recordId });

/** `PUT /api/views/{id}` */
export const viewUpdated = done("data_updated");

/** `DELETE /api/views/{id}` */
export const viewDeleted = done("data_deleted");
