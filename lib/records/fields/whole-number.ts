/** A whole number of plain digits between two bounds, or null. */
export const wholeNumber = (value: string, least: number, most: number): number | null => {
  if (!/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
};
