/**
 * Returns the parts that `--only` names, in the order of the table.
 *
 * @template {{ name: string }} Part
 * @param {readonly Part[]} parts
 * @param {string | undefined} only comma-separated names; undefined selects every part
 * @returns {Part[]}
 * @throws {Error} if a name is unknown
 *
 * @example
 * selectParts(parts, 'gateway,devnet').map((part) => part.name) // ['devnet', 'gateway']
 */
export function selectParts(parts, only) {
  if (only === undefined) return [...parts]
  const names = only.split(',').map((name) => name.trim())
  const unknown = names.find((name) => !parts.some((part) => part.name === name))
  if (unknown !== undefined) {
    throw new Error(
      `There is no part "${unknown}": choose from ${parts.map((part) => part.name).join(', ')}.`,
    )
  }
  return parts.filter((part) => names.includes(part.name))
}
