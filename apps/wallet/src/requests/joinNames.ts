/**
 * Joins names for a title: "A", "A and B", "A, B, C and 4 more".
 *
 * @param kind what the names are, if all are of a kind: "A, B, C and 4 more NFTs"
 */
export function joinNames(names: readonly string[], kind?: string): string {
  const shown =
    names.length > 4 ? [...names.slice(0, 3), `${names.length - 3} more${kind ? ` ${kind}` : ''}`] : names
  const last = shown.at(-1) ?? ''
  return shown.length > 1 ? `${shown.slice(0, -1).join(', ')} and ${last}` : last
}
