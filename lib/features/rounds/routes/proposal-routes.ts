import * as z from "zod";
import {
  proposalAccepted,
  proposalList,
  proposalRejected,
  proposalReopened,
  proposalsAccepted,
  proposalsRejected,
  proposalsReopened,
} from "../proposal-answers";
import { MAX_ID, PROPOSAL_REOPEN_MINUTES } from "@/lib/model/limits";
import { allDefinitions } from "@/lib/model/kinds/registry";
import { toPage } from "@/lib/model/lists/list-query";
import { PROPOSAL_STATES, PROPOSAL_TYPES, PROPOSALS_MAX } from "../proposal";
import { parseProposalsQuery } from "../proposals-query";
import { invalid } from "@/lib/base/errors/errors";
import { withConcurrencyLimit } from "@/lib/store/limits/concurrency";
import { acceptProposal, acceptProposals, rejectProposal, rejectProposals } from "../server/proposals/decide-proposals";
import { reopenProposal, reopenProposals } from "../server/proposals/reopen-proposals";
import { listProposals } from "../server/proposals/find-proposals";
import { recordIdSchema } from "@/lib/http/openapi/field-schemas";
import type { Schema } from "@/lib/http/openapi/json-schema";
import { pageParameters, queryParameter } from "@/lib/http/openapi/list-parameters";
import { pathId, routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { listUpTo } from "@/lib/model/values/list-up-to";

const kind: Schema = { enum: allDefinitions.map(({ apiPath }) => apiPath) };

/** Contract §14. */
export const proposals = routes({
  GET: route({
    path: "/proposals",
    id: "listProposals",
    tag: "proposals",
    summary: "List proposals, oldest first",
    description:
      "For editors: the changes that recipients of confirmation rounds propose, and those read from contracts.",
    access: ["read", "proposals"],
    parameters: [
      ...pageParameters("Proposals"),
      queryParameter("kind", "Only proposals about one kind of record.", kind),
      queryParameter("id", "Only proposals about one record; requires `kind`.", recordIdSchema),
      queryParameter("state", "Only proposals in this state.", { enum: [...PROPOSAL_STATES] }),
      queryParameter("type", "Only proposals of this type.", { enum: [...PROPOSAL_TYPES] }),
      queryParameter("runde_id", "Only proposals of one confirmation round.", recordIdSchema),
      queryParameter("datei_id", "Only proposals read from one file.", recordIdSchema),
      queryParameter("field", "Only proposals for one field.", { type: "string", pattern: "^[a-z_]{1,60}$" }),
    ],
    answers: {
      success: { description: "One page of proposals", schema: proposalList },
      refusals: ["validation_failed", "forbidden"],
    },
  }).handle(async ({ url, context }) => {
    const { query, errors } = parseProposalsQuery(url.searchParams);
    if (errors) throw invalid(errors);
    const { rows, total } = await listProposals(context, query);
    return toPage(rows, total, query, url);
  }),
});

const force = z.boolean().default(false);
const ids = listUpTo(z.int().min(1).max(MAX_ID), PROPOSALS_MAX);

/** Contract §14. */
export const proposalAcceptance = routes({
  POST: route({
    path: "/proposals/{proposal_id}/accept",
    id: "acceptProposal",
    tag: "proposals",
    summary: "Accept a proposal",
    description:
      "Saves the proposed value by the rules of the record's form; errors are as there. `force` saves it even if the field has changed since it was proposed. A proposal without a field is marked as done.",
    access: ["write", "proposals"],
    body: { optionalBody: z.strictObject({ force }) },
    answers: {
      success: { description: "Accepted", schema: proposalAccepted },
      refusals: ["data_not_found", "not_open", { code: "changed_since", more: { fields: z.array(z.string()) } }],
    },
  }).handle(async ({ params, context, body }) => {
    await acceptProposal(context, pathId(params, "proposal_id"), body.force);
    return { success: true, message: "data_updated" };
  }),
});

/** Contract §14. */
export const proposalRejection = routes({
  POST: route({
    path: "/proposals/{proposal_id}/reject",
    id: "rejectProposal",
    tag: "proposals",
    summary: "Reject a proposal",
    description: "Writes nothing to the record.",
    access: ["write", "proposals"],
    answers: {
      success: { description: "Rejected", schema: proposalRejected },
      refusals: ["data_not_found", "not_open"],
    },
  }).handle(async ({ params, context }) => {
    await rejectProposal(context, pathId(params, "proposal_id"));
    return { success: true, message: "proposal_rejected" };
  }),
});

/** Contract §14. */
export const proposalReopening = routes({
  POST: route({
    path: "/proposals/{proposal_id}/reopen",
    id: "reopenProposal",
    tag: "proposals",
    summary: "Reopen a rejected proposal",
    description: `Possible for ${PROPOSAL_REOPEN_MINUTES} minutes after a user rejected it, unless it is obsolete: the recipient has answered about the record again, the file has a new version or proposes nothing any more, or the record has been deleted since.`,
    access: ["write", "proposals"],
    answers: {
      success: { description: "Reopened", schema: proposalReopened },
      refusals: ["data_not_found", "not_revertible"],
    },
  }).handle(async ({ params, context }) => {
    await reopenProposal(context, pathId(params, "proposal_id"));
    return { success: true, message: "proposal_reopened" };
  }),
});

/** Contract §14. */
export const proposalsAcceptance = routes({
  POST: route({
    path: "/proposals/accept",
    id: "acceptProposals",
    tag: "proposals",
    summary: "Accept several proposals",
    description: `Accepts at most ${PROPOSALS_MAX} proposals. Those of one record are saved as one change, so that values that only hold together can be accepted; a refused proposal does not prevent others from being accepted. Of different values for the same field, the one answered last is saved, and the others are refused with \`changed_since\`. All changes form one batch of the history.`,
    access: ["write", "proposals"],
    body: z.strictObject({ ids, force }),
    answers: {
      success: { description: "The number of accepted proposals, and the refused ones", schema: proposalsAccepted },
      refusals: ["too_many_requests", "data_not_found"],
    },
  }).handle(({ context, session, body }) =>
    withConcurrencyLimit("bulk", session.user.id, async () => ({
      success: true,
      ...(await acceptProposals(context, body.ids, body.force)),
    })),
  ),
});

/** Contract §14. */
export const proposalsRejection = routes({
  POST: route({
    path: "/proposals/reject",
    id: "rejectProposals",
    tag: "proposals",
    summary: "Reject several proposals",
    description: `Rejects at most ${PROPOSALS_MAX} proposals; a refused proposal does not prevent others from being rejected.`,
    access: ["write", "proposals"],
    body: z.strictObject({ ids }),
    answers: {
      success: { description: "The number of rejected proposals, and the refused ones", schema: proposalsRejected },
      refusals: ["too_many_requests"],
    },
  }).handle(({ context, session, body }) =>
    withConcurrencyLimit("bulk", session.user.id, async () => ({
      success: true,
      ...(await rejectProposals(context, body.ids)),
    })),
  ),
});

/** Contract §14. */
export const proposalsReopening = routes({
  POST: route({
    path: "/proposals/reopen",
    id: "reopenProposals",
    tag: "proposals",
    summary: "Reopen several rejected proposals",
    description: `Reopens at most ${PROPOSALS_MAX} proposals by the rules for one; a refused proposal does not prevent others from being reopened.`,
    access: ["write", "proposals"],
    body: z.strictObject({ ids }),
    answers: {
      success: { description: "The number of reopened proposals, and the refused ones", schema: proposalsReopened },
      refusals: ["too_many_requests"],
    },
  }).handle(({ context, session, body }) =>
    withConcurrencyLimit("bulk", session.user.id, async () => ({
      success: true,
      ...(await reopenProposals(context, body.ids)),
    })),
  ),
});
