/**
 * What a promise comes to, or what stands for it when that takes too long: a connection that breaks without a word may keep its
 * caller for a quarter of an hour.
 * @param patience most milliseconds
 */
export function inTime<Result>(work: Promise<Result>, patience: number, otherwise: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<Result>((resolve) => (timer = setTimeout(() => resolve(otherwise), patience)));
  return Promise.race([work, tooLate]).finally(() => clearTimeout(timer));
}
