/**
 * Parses a non-negative integer in decimal digits; returns null if the text is invalid or the
 * number is less than `least` or greater than `most`.
 */
export const wholeNumber = (value: string, least: number, most: number): number | null => {
  if (!/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
};
