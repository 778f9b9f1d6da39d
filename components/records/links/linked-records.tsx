/**
 * Linked records of one kind: a heading, the first records, and a text with the number of others.
 */
export type LinkedGroup = {
  heading: string;
  records: { href: string; label: string }[];
  more: string | null;
};

/** Lists linked records, grouped by kind. */
export function LinkedRecords({ groups }: { groups: LinkedGroup[] }) {
  return groups.map(({ heading, records, more }) => (
    <div key={heading} className="mt-3">
      <p className="font-semibold text-ink">{heading}</p>
      <ul>
        {records.map(({ href, label }) => (
          <li key={href} className="[overflow-wrap:anywhere]">
            <a href={href} className="text-accent underline underline-offset-2">
              {label}
            </a>
          </li>
        ))}
        {more !== null && <li>{more}</li>}
      </ul>
    </div>
  ));
}
