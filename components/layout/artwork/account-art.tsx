import { arc, range } from "./geometry";

/** The lines of a fingertip. */
export function AccountArt() {
  return (
    <>
      {range(9).map((index) => (
        <path
          key={index}
          d={arc(400, 78, 10 + index * 10, 200 - index * 9, 392 - ((index * 37) % 50))}
          stroke="var(--section)"
          strokeWidth="2"
          strokeLinecap="round"
          opacity={0.28 + (index % 3) * 0.14}
        />
      ))}
    </>
  );
}
