import { randomUUID } from "node:crypto";
import type { PlaceProposal, SuggestedLocation } from "../place-answers";
import type { PlaceReason } from "../place-reasons";
import { BULK_MAX_RECORDS } from "@/lib/model/limits";
import type { AnyRow } from "@/lib/model/kinds/define";
import { institution } from "@/lib/model/kinds/institution";
import type { PageRequest } from "@/lib/model/lists/query-reader";
import { recheckPermission } from "@/lib/sessions/recheck-permission";
import type { Connection } from "@/lib/store/database/client";
import type { Context } from "@/lib/store/database/transaction";
import { mapYielding } from "@/lib/base/web/timeout";
import { countryReader } from "@/lib/model/places/country-names";
import { applyPlans } from "@/lib/store/records/apply-plans";
import { isChange, type Edit } from "@/lib/store/records/edit";
import { readLong } from "@/lib/store/records/find-records";
import { planLocked } from "@/lib/store/records/plan-edits";
import { inRetriedTransaction } from "@/lib/store/records/retried-transaction";
import { referenceListsByName } from "@/lib/store/sql/reference-list-rows";
import { placeCandidates, placesByName, type PlaceCandidate } from "./place-proposals-sql";
import { readLocation, suggestLocation } from "./suggest-location";

/* Suggested countries and places of institutions: computed on each call, never stored (contract §16). */

/** Timeout of accepting suggestions in milliseconds, as of a bulk change. */
const TIMEOUT_MS = 60_000;

type Found = { candidate: PlaceCandidate; suggested: SuggestedLocation };

/**
 * Finds all institutions for which a country or a place is suggested, by their names.
 * @param ids searches only among these
 */
async function findSuggestions(connection: Connection, ids?: readonly number[]): Promise<Found[]> {
  const { laender } = await referenceListsByName(connection, ["laender"]);
  const codeOf = countryReader(laender);
  const candidates = await placeCandidates(connection, ids);
  const located = await mapYielding(candidates, Infinity, (candidate) => ({
    candidate,
    location: readLocation(candidate.adresse, codeOf),
  }));
  const places = await placesByName(connection, [...new Set(located.map(({ location }) => location.place))]);
  const found = await mapYielding(located, Infinity, ({ candidate, location }) => ({
    candidate,
    suggested: suggestLocation(candidate, location, places.get(location.place) ?? []),
  }));
  return found.filter(({ suggested }) => suggested.land ?? suggested.ort);
}

/** Returns one page of the suggestions, and their number. */
export function listPlaceProposals(
  context: Context,
  { pageNo, pageSize }: PageRequest,
): Promise<{ rows: PlaceProposal[]; total: number }> {
  return readLong(context, async (connection) => {
    const found = await findSuggestions(connection);
    const rows = found.slice(pageNo * pageSize, (pageNo + 1) * pageSize).map(({ candidate, suggested }) => {
      const { partner_institution_id, name, adresse, webseite } = candidate;
      return { partner_institution_id, name, adresse, webseite, ...suggested };
    });
    return { rows, total: found.length };
  });
}

/** Which suggestions to accept: of some institutions or of all, and only those for a reason. */
export type AcceptedProposals = { ids?: readonly number[]; reason?: PlaceReason };

/** Returns the suggested values with a reason; an empty object if there are none. */
const valuesOf = ({ land, ort }: SuggestedLocation, reason: PlaceReason | undefined) => ({
  ...(land && (reason ?? land.reason) === land.reason && { land: land.id }),
  ...(ort && (reason ?? ort.reason) === ort.reason && { ort: ort.ort }),
});

/** Returns the edit that fills empty fields, unless the institution has changed since it was read. */
function editOf({ partner_institution_id: id, adresse, webseite, land, ort }: PlaceCandidate, values: AnyRow): Edit {
  const isSame = (stored: AnyRow) =>
    Object.entries({ adresse, webseite, land, ort }).every(([name, value]) => stored[name] === value);
  return { id, set: (stored) => (isSame(stored) ? values : {}), acceptsStoredErrors: true };
}

/**
 * Fills empty countries and places with what is suggested for them now, of at most ten thousand
 * institutions, in one batch.
 * @throws AppError forbidden, also where the account has lost its rights before the commit
 */
export function acceptPlaceProposals(context: Context, { ids, reason }: AcceptedProposals) {
  const batch = randomUUID();
  return inRetriedTransaction(
    { ...context, batch },
    async (unit) => {
      const found = await findSuggestions(unit.connection, ids);
      const wanted = found
        .map(({ candidate, suggested }) => ({ candidate, values: valuesOf(suggested, reason) }))
        .filter(({ values }) => Object.keys(values).length > 0)
        .sort((one, other) => one.candidate.partner_institution_id - other.candidate.partner_institution_id);
      const edits = wanted.slice(0, BULK_MAX_RECORDS).map(({ candidate, values }) => editOf(candidate, values));
      const { plans } = await planLocked(unit, institution, edits);
      await applyPlans(unit, institution, plans);
      await recheckPermission(unit, "write", institution.name);
      const changed = plans.filter(isChange).length;
      return { changed, remaining: wanted.length - edits.length, batch: changed > 0 ? batch : null };
    },
    TIMEOUT_MS,
  );
}
