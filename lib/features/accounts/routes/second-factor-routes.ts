import {
  recoveryCodesCreated,
  secondFactorSetupStarted,
  secondFactorConfirmed,
  secondFactorRemoved,
  secondFactorState,
} from "../own-account-answers";
import { factorCodeSchema, ownPasswordSchema } from "../account";
import { invalid } from "@/lib/base/errors/errors";
import { routes } from "@/lib/http/request-handler";
import { route } from "@/lib/http/route";
import { logSecurity } from "@/lib/base/observability/security-log";
import { beginFactor, confirmFactor, factorOf, removeOwnFactor, renewRecoveryCodes } from "../server/second-factor";
import { demandPassword } from "../server/users";

/*
 * The second factor of one's own account (docs/security.md). All changes except its confirmation
 * require the password again.
 */

export const secondFactor = routes({
  GET: route({
    path: "/user/second_factor",
    id: "readSecondFactor",
    tag: "account",
    summary: "Read the state of one's second factor",
    description: "Whether it is active, since when, and how many recovery codes are left.",
    access: ["read", "ownAccount"],
    answers: {
      success: {
        description: "The second factor",
        schema: secondFactorState,
      },
    },
  }).handle(({ session, context }) => factorOf(context, session.user.id)),
});

const withPassword = {
  tag: "account",
  access: ["write", "ownAccount"],
  hashes: true,
  body: ownPasswordSchema,
} as const;

export const newSecondFactor = routes({
  POST: route({
    ...withPassword,
    path: "/user/second_factor/new",
    id: "beginSecondFactor",
    summary: "Start setting up a second factor",
    description:
      "Returns the secret for an authenticator app (RFC 6238), as text and as the URI for its QR code. The second factor is required at login only after a code has confirmed it; starting again replaces the secret.",
    answers: {
      success: {
        status: 201,
        description: "Setup started",
        schema: secondFactorSetupStarted,
      },
      refusals: ["second_factor_on", "too_many_requests"],
    },
  }).handle(async ({ session, body, context, client }) => {
    await demandPassword(session.user, body, client);
    return { success: true, message: "data_saved", ...(await beginFactor(context, session.user)) };
  }),
});

export const confirmedSecondFactor = routes({
  POST: route({
    path: "/user/second_factor/confirm",
    id: "confirmSecondFactor",
    tag: "account",
    summary: "Turn on the second factor",
    description:
      "Takes a code of the app that was set up; a wrong code is a `mismatch` of `code`. Returns ten recovery codes, each valid once in place of an app code. They are shown only in this response. Ends all other sessions of the account and revokes the API tokens that were created without a second factor.",
    access: ["write", "ownAccount"],
    body: factorCodeSchema,
    answers: {
      success: { description: "On", schema: secondFactorConfirmed },
      refusals: ["second_factor_on", "too_many_requests"],
    },
  }).handle(async ({ session, body, context, client }) => {
    const recovery_codes = await confirmFactor(context, session, body.code, client);
    if (recovery_codes === null) throw invalid({ code: ["mismatch"] });
    logSecurity("second_factor_on", { user_id: session.user.id, client });
    return { success: true, message: "second_factor_active", recovery_codes };
  }),
});

export const recoveryCodes = routes({
  POST: route({
    ...withPassword,
    path: "/user/second_factor/recovery_codes",
    id: "makeRecoveryCodes",
    summary: "Create new recovery codes",
    description: "The old codes become invalid.",
    answers: {
      success: { description: "Created", schema: recoveryCodesCreated },
      refusals: ["second_factor_missing", "too_many_requests"],
    },
  }).handle(async ({ session, body, context, client }) => {
    await demandPassword(session.user, body, client);
    const recovery_codes = await renewRecoveryCodes(context, session);
    logSecurity("recovery_codes_made", { user_id: session.user.id, client });
    return { success: true, message: "data_saved", recovery_codes };
  }),
});

export const removedSecondFactor = routes({
  POST: route({
    ...withPassword,
    path: "/user/second_factor/remove",
    id: "removeSecondFactor",
    summary: "Turn off the second factor",
    description:
      "The password alone is enough to log in again, unless the installation requires a second factor. Ends all other sessions of the account and revokes the API tokens that were created without a second factor.",
    answers: {
      success: { description: "Off", schema: secondFactorRemoved },
      refusals: ["second_factor_missing", "too_many_requests"],
    },
  }).handle(async ({ session, body, context, client }) => {
    await demandPassword(session.user, body, client);
    const user_id = session.user.id;
    const wasRemoved = await removeOwnFactor(context, session);
    if (wasRemoved) logSecurity("second_factor_off", { user_id, client, by: user_id });
    return { success: true, message: "second_factor_removed" };
  }),
});
