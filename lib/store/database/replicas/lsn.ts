import type { NextResponse } from "next/server";
import { hasBearer, isSecure } from "@/lib/base/web/bearer-token";
import type { Database } from "../client";
import type { CallRequest } from "@/lib/base/web/call";

/*
 * Read-your-writes consistency: a user's requests carry the log position after the user's last
 * write, so that every instance reads only from replicas that have reached this position.
 */

/**
 * A position in PostgreSQL's log (LSN): the byte offset in the lower 64 bits, the timeline's number
 * above them. Each new leader increments the timeline, so that all positions in its log are greater
 * than those in the former leader's log.
 */
export type Position = bigint;

const BYTES = 64n;
/** Combines the timeline and the byte offset into a position. */
const positionOf = (timeline: bigint, bytes: bigint): Position => (timeline << BYTES) | bytes;
export const timelineOf = (position: Position): bigint => position >> BYTES;
export const bytesOf = (position: Position): bigint => BigInt.asUintN(64, position);
/** SQL for the timeline that a primary writes; a replica cannot report it. */
export const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text";

/** Header in which programs receive the position and send it back. */
export const POSITION_HEADER = "X-Written-Until";
/** Cookie in which browsers store the position. */
const POSITION_COOKIE = "written_until";

/** A position that no replica can reach, so that only the primary answers. */
const UNKNOWN: Position = 2n ** 128n;
/**
 * Lifetime of the cookie: longer than the maximum lag of replicas that are read from, so that
 * writes older than the cookie are on all of them.
 */
const COOKIE_SECONDS = 10 * 60;

const DIGITS = /^\d{1,30}$/;

/**
 * Parses a position; returns one that no replica can reach for any other text. Positions are not
 * signed, because a forged one affects only its sender.
 */
const parsePosition = (text: string): Position => (DIGITS.test(text) ? BigInt(text) : UNKNOWN);

/**
 * Returns the position in a browser's cookie. Without the cookie returns 0, because the user has
 * not written anything recently.
 */
const positionOfCookie = (value: string | undefined): Position => (value ? parsePosition(value) : 0n);

/**
 * Returns the position of the requester's last write.
 * @returns undefined for programs that do not send the position: they may have written through
 * another instance, and are answered by the primary
 */
export function positionOfRequest(request: Pick<CallRequest, "headers" | "cookies">): Position | undefined {
  if (!hasBearer(request)) return positionOfCookie(request.cookies.get(POSITION_COOKIE)?.value);
  const headerValue = request.headers.get(POSITION_HEADER);
  return headerValue === null ? undefined : parsePosition(headerValue);
}

/** Returns the position at which the primary's log ends, after all commits so far. */
async function currentPosition(primary: Database): Promise<Position> {
  const [row] = await primary.$queryRawUnsafe<[{ timeline: string; bytes: string }]>(
    `SELECT ${TIMELINE} AS timeline, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS bytes`,
  );
  return positionOf(BigInt(row.timeline), BigInt(row.bytes));
}

/**
 * Sends the log position to a client that has written. If the position cannot be read, sends one
 * that no replica can reach instead of failing, because the write has succeeded.
 */
export async function setPositionHeaders(
  primary: Database,
  request: CallRequest,
  response: NextResponse,
): Promise<void> {
  const position = await currentPosition(primary).catch(() => UNKNOWN);
  response.headers.set(POSITION_HEADER, String(position));
  if (hasBearer(request)) return;
  response.cookies.set(POSITION_COOKIE, String(position), {
    httpOnly: true,
    sameSite: "lax",
    secure: isSecure(),
    path: "/",
    maxAge: COOKIE_SECONDS,
  });
}
