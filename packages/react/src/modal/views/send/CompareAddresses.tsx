/** Shows two addresses in full, one below the other, with the characters marked that differ. */
export function CompareAddresses({ rows }: { rows: readonly { label: string; address: string }[] }) {
  return (
    <dl className="compare">
      {rows.map(({ label, address }, index) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd dir="ltr">
            {[...address].map((character, position) =>
              rows.some((other) => other.address[position] !== character) ? (
                // biome-ignore lint/suspicious/noArrayIndexKey: a character has no other identity
                <mark key={`${index} ${position}`}>{character}</mark>
              ) : (
                character
              ),
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
