import { arc, polar, range } from "./geometry";

const KINDS = ["members", "projects", "institutions", "persons", "thematic-fields"] as const;
const SPANS = [
  [18, 150],
  [40, 172],
  [12, 118],
  [58, 165],
  [28, 140],
] as const;

/** A measuring instrument with one arc for each kind of record. */
export function DashboardArt() {
  return (
    <>
      <g stroke="var(--section)" opacity="0.35">
        {range(31).map((index) => {
          const inner = polar(390, 132, index % 5 === 0 ? 116 : 121, index * 6);
          const outer = polar(390, 132, 126, index * 6);
          return <path key={index} d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`} />;
        })}
      </g>
      {KINDS.map((kind, index) => {
        const radius = 104 - index * 14;
        const [from, to] = SPANS[index] ?? [0, 180];
        const end = polar(390, 132, radius, from);
        return (
          <g key={kind}>
            <path d={arc(390, 132, radius, 0, 180)} stroke="var(--section)" opacity="0.18" />
            <path
              d={arc(390, 132, radius, from, to)}
              stroke={`var(--section-${kind})`}
              strokeWidth="2.5"
              opacity="0.7"
            />
            <circle cx={end.x} cy={end.y} r="3.5" fill={`var(--section-${kind})`} />
          </g>
        );
      })}
    </>
  );
}
