/** What suggests the country or place of an institution: its address, or the domain of its web address. */
export const PLACE_REASONS = ["address", "domain"] as const;
export type PlaceReason = (typeof PLACE_REASONS)[number];
