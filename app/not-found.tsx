/**
 * Never shown: `app/(main)` and `app/(print)` have pages of their own for `notFound()`, and unknown
 * URLs get (main)/pages/unknown. Without this file, Next would send its own page with every page,
 * twice.
 */
export default function NotFound() {
  return null;
}
