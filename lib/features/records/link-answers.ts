import * as z from "zod";
import { anyRow } from "./record-answers";
import { done, recordId, anyText } from "@/lib/model/answers/shapes";

/** The link list after the call; minimal responses omit it. */
const links = { tabledata: z.array(anyRow).optional() };

/** `POST` of a link call */
export const linkAdded = done("data_saved", links);
/** `PUT` of a link call */
export const linkChanged = done("data_updated", links);
/** `DELETE` of a link call */
export const linkRemoved = done("data_deleted", links);

/** A refusal of a link call: the link list if the link exists, the holder of the role if it is taken. */
export const linkRefused = z.object({
  success: z.literal(false),
  message: anyText,
  ...links,
  holder: z.object({ kind: anyText, id: recordId, label: anyText }).optional(),
});

/** Any answer of a link call */
export const linkAnswer = z.union([linkAdded, linkChanged, linkRemoved, linkRefused]);
export type LinkAnswer = z.output<typeof linkAnswer>;
