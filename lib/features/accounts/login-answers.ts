import * as z from "zod";
import { done, emailText, anyText } from "@/lib/model/answers/shapes";

/** `POST /api/auth/login`; the token is missing where the client prefers a minimal answer. */
export const loggedIn = done("login_success", { access_token: anyText.optional() });

/** `POST /api/auth/logout` */
export const loggedOut = done("logout_success");

/** `POST /api/auth/register` */
export const accountRegistered = done("successfully_registered");

/** `POST /api/auth/verify/{token}` */
export const addressVerified = done("email_verified");

/** `POST /api/password/create` */
export const resetLinkSent = done("reset_link_sent");

/** `GET /api/password/find/{token}` */
export const validResetLink = z.object({ success: z.literal(true), token: anyText, email: emailText });
/** A valid reset link, with the address that it belongs to. */
export type ValidResetLink = z.output<typeof validResetLink>;

/** `POST /api/password/reset` */
export const forgottenPasswordSet = done("reset_password_success");
