/**
 * Parses a non-negative integer in decimal digits; returns null if the text is invalid or the
 * number is less than `min` or greater than `max`.
 */
export const wholeNumber = (value: string, min: number, max: number): number | null => {
  if (!/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= min && number <= max ? number : null;
};
