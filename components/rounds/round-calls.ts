import type {
  createdRound,
  recipientList,
  RecipientPreview,
  recipientPreview,
  roundMails,
} from "@/lib/features/rounds/round-answers";
import { request } from "@/lib/base/browser/api-client";
import type { RoundValues } from "@/lib/features/rounds/round";

const pathOf = (runde_id: number) => `/api/rounds/${runde_id}`;

/** Saves a new draft and returns its key. @throws ApiError */
export const requestNewRound = async (values: RoundValues): Promise<number> =>
  (await request<typeof createdRound>("POST", "/api/rounds/new", { body: values })).runde_id;

/** Saves the values of a draft. @throws ApiError */
export const requestRoundUpdate = (runde_id: number, values: RoundValues) =>
  request("PUT", pathOf(runde_id), { body: values });

/** Deletes a draft or a closed round. @throws ApiError */
export const requestRoundDeletion = (runde_id: number) => request("DELETE", pathOf(runde_id));

/** Starts a round or reminds its recipients. @returns the number of mails @throws ApiError */
export const sendMails = async (runde_id: number, step: "start" | "remind"): Promise<number> =>
  (await request<typeof roundMails>("POST", `${pathOf(runde_id)}/${step}`)).mails;

/** Makes the link of a recipient of a running round anew and sends it. @throws ApiError */
export const requestNewLink = (runde_id: number, email: string) =>
  request("POST", `${pathOf(runde_id)}/recipients/renew`, { body: { email } });

/** Closes a running round. @throws ApiError */
export const requestRoundClosing = (runde_id: number) => request("POST", `${pathOf(runde_id)}/close`);

/** Returns the number of people whom a draft would ask. @throws ApiError */
export const countRecipients = async (runde_id: number): Promise<number> =>
  (await request<typeof recipientList>("GET", `${pathOf(runde_id)}/recipients?pageSize=1`)).total;

/** Returns what a recipient sees, by default the first one. @throws ApiError data_not_found without recipients */
export async function readPreview(
  runde_id: number,
  email: string | null,
  signal: AbortSignal,
): Promise<RecipientPreview> {
  const emailQuery = email === null ? "" : `?${new URLSearchParams({ email })}`;
  return (await request<typeof recipientPreview>("GET", `${pathOf(runde_id)}/preview${emailQuery}`, { signal })).data;
}
