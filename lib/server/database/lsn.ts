import type { NextResponse } from "next/server";
import { hasBearer, isSecure } from "../web/login-of-request";
import type { Database } from "./client";
import type { CallRequest } from "../web/call";

/* How far the database's log had come when somebody wrote last. It travels with whoever wrote, to whatever instance. */

/**
 * A place in PostgreSQL's log: bytes from its beginning, and above them the number of its timeline, which each new leader begins. So a
 * place in a new leader's log comes after every place in the old one's, as far as that had been written.
 */
export type Position = bigint;

const BYTES = 64n;
/** A place in the log by its two parts. */
export const positionOf = (timeline: bigint, bytes: bigint): Position => (timeline << BYTES) | bytes;
export const timelineOf = (position: Position): bigint => position >> BYTES;
export const bytesOf = (position: Position): bigint => BigInt.asUintN(64, position);
/** The timeline that a server writes; one that replays cannot say. */
export const TIMELINE = "('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::bigint::text";

/** Where programs are told it, and say it themselves. */
export const POSITION_HEADER = "X-Written-Until";
/** Where browsers keep it. */
export const POSITION_COOKIE = "written_until";

/** Beyond every log: whoever says it is answered by the primary. */
const UNKNOWN: Position = 2n ** 128n;
/** Longer than a replica may lag that is read at all; who has written nothing for so long need not say so. */
const COOKIE_SECONDS = 10 * 60;

const DIGITS = /^\d{1,30}$/;

/** What is no position counts as one that no replica has reached. It is not signed: a false one misleads nobody but its sender. */
const parsePosition = (text: string): Position => (DIGITS.test(text) ? BigInt(text) : UNKNOWN);

/** What a browser's cookie says; without one it has written nothing of late. */
export const positionOfCookie = (value: string | undefined): Position => (value ? parsePosition(value) : 0n);

/**
 * Until where whoever asks has written. Undefined for programs that do not say: they may have written through another instance,
 * and are answered by the primary.
 */
export function positionOfRequest(request: CallRequest): Position | undefined {
  if (!hasBearer(request)) return positionOfCookie(request.cookies.get(POSITION_COOKIE)?.value);
  const told = request.headers.get(POSITION_HEADER);
  return told === null ? undefined : parsePosition(told);
}

/** Where the log of the primary ends, after all that has been committed. */
async function currentPosition(primary: Database): Promise<Position> {
  const [row] = await primary.$queryRawUnsafe<[{ timeline: string; bytes: string }]>(
    `SELECT ${TIMELINE} AS timeline, (pg_current_wal_insert_lsn() - '0/0'::pg_lsn)::text AS bytes`,
  );
  return positionOf(BigInt(row.timeline), BigInt(row.bytes));
}

/** Tells whoever has written until where. A write that was done is answered as done, even if its position cannot be told any more. */
export async function tellPosition(primary: Database, request: CallRequest, response: NextResponse): Promise<void> {
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
