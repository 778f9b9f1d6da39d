/** Number of classes by which a map shades countries. */
const CLASSES = 5;

/** A class of values, both included, from 1 for the smallest to `CLASSES`. */
export type ValueClass = { at: number; from: number; to: number };

/**
 * Divides the values up to a maximum into classes whose limits grow by the same factor, because a few
 * countries have most of the partners. Few values have a class each.
 * @param max the largest value, at least 1
 */
export function valueClasses(max: number): ValueClass[] {
  // Starts in the second class, so that a single partner is not shaded like many.
  if (max < CLASSES) return Array.from({ length: max }, (_, at) => ({ at: at + 2, from: at + 1, to: at + 1 }));
  const classes: ValueClass[] = [];
  let from = 1;
  for (let at = 1; at <= CLASSES; at += 1) {
    // The largest value is always in the darkest class.
    const to = at === CLASSES ? max : Math.min(Math.round(max ** (at / CLASSES)), max - 1);
    if (to < from) continue;
    classes.push({ at, from, to });
    from = to + 1;
  }
  return classes;
}

/** Returns the number of the class of a value. */
export const classOf = (classes: readonly ValueClass[], value: number): number =>
  classes.find(({ to }) => value <= to)?.at ?? CLASSES;
