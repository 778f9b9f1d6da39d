/** Parses an integer of plain digits within two inclusive bounds; null if it is invalid. */
export const wholeNumber = (value: string, least: number, most: number): number | null => {
  if (!/^\d{1,10}$/.test(value)) return null;
  const number = Number(value);
  return number >= least && number <= most ? number : null;
};
