import type { MapView } from "@/lib/features/statistics/map-views";
import views from "./shapes/views.json";

/** A point in a view, in its units; x grows to the right, y downwards. */
type MapPoint = { x: number; y: number };

export type MapProjection = {
  name: "equalEarth" | "azimuthalEqualArea";
  /** Centre of the projection in degrees. Equal Earth is centred on the equator. */
  breite: number;
  laenge: number;
  /** Radius of the sphere in units of the view. */
  scale: number;
  /** Where the centre lies in the view. */
  x: number;
  y: number;
};

/** A view of the map, as `npm run map-shapes` has drawn it in `shapes`. */
export type DrawnView = {
  width: number;
  height: number;
  projection: MapProjection;
  /** Ids of `laender` with a symbol (`c276`), large shapes first; 0 is land without a country. */
  countries: number[];
  /** Countries whose shape is too small to see, or missing. */
  dots: ({ land: number } & MapPoint)[];
};

export const mapViews = views as Record<MapView, DrawnView>;

const RADIANS = Math.PI / 180;
const roundToTenth = (value: number) => Math.round(value * 10) / 10;

/**
 * Equal Earth (Šavrič, Patterson and Jenny 2018, doi:10.1080/13658816.2018.1504949), for a sphere of radius 1.
 * @param longitude radians east of the central meridian, from -π to π
 * @param latitude radians
 * @returns x to the east and y to the north of the centre
 */
function equalEarth(longitude: number, latitude: number): MapPoint {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796] as const;
  const theta = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude));
  const square = theta ** 2;
  const sixth = theta ** 6;
  const slope = 9 * a4 * sixth * square + 7 * a3 * sixth + 3 * a2 * square + a1;
  return {
    x: (2 * longitude * Math.cos(theta)) / (Math.sqrt(3) * slope),
    y: theta * (a4 * sixth * square + a3 * sixth + a2 * square + a1),
  };
}

/**
 * Lambert's azimuthal equal-area projection (Snyder 1987, "Map Projections", equations 22-4 and 24-2), with
 * parameters and result as `equalEarth`.
 * @param center latitude of the centre in radians
 */
function azimuthalEqualArea(longitude: number, latitude: number, center: number): MapPoint {
  const cosine = Math.sin(center) * Math.sin(latitude) + Math.cos(center) * Math.cos(latitude) * Math.cos(longitude);
  const stretch = Math.sqrt(2 / (1 + cosine));
  return {
    x: stretch * Math.cos(latitude) * Math.sin(longitude),
    y: stretch * (Math.cos(center) * Math.sin(latitude) - Math.sin(center) * Math.cos(latitude) * Math.cos(longitude)),
  };
}

/**
 * Returns where a place lies in a view.
 * @param place coordinates in degrees
 * @returns units of the view with one decimal, or null outside its frame
 */
export function projectPlace(
  { width, height, projection }: DrawnView,
  place: { breite: number; laenge: number },
): MapPoint | null {
  const degreesEast = ((((place.laenge - projection.laenge + 180) % 360) + 360) % 360) - 180;
  const longitude = degreesEast * RADIANS;
  const latitude = place.breite * RADIANS;
  const unscaled =
    projection.name === "equalEarth"
      ? equalEarth(longitude, latitude)
      : azimuthalEqualArea(longitude, latitude, projection.breite * RADIANS);
  const x = roundToTenth(projection.x + projection.scale * unscaled.x);
  const y = roundToTenth(projection.y - projection.scale * unscaled.y);
  return x >= 0 && x <= width && y >= 0 && y <= height ? { x, y } : null;
}
