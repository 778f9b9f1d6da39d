/** Returns the name under which a country's shape and its rows are marked together. */
export const countryPick = (land: number): string => `land-${land}`;

/** Returns the name under which a place's circle and its row are marked together. @param at its position */
export const placePick = (at: number): string => `ort-${at}`;

/** Returns the name under which the line and the row of a statistic are marked together. @param at its position */
export const rowPick = (at: number): string => `row-${at}`;
