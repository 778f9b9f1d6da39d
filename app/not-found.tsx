/**
 * Never shown: no page calls `notFound()`, and unknown URLs have a page in the app's layout
 * ((main)/pages/unknown). Without this file, Next would send its own page with every page, twice.
 */
export default function NotFound() {
  return null;
}
