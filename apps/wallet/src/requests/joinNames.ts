import { commonText } from './commonCopy.ts'
import { listNames } from './listNames.ts'

/**
 * Joins names for a title: "A", "A and B", "A, B, C and 4 more".
 *
 * @param kind what the names are, if all are of a kind: "A, B, C and 4 more NFTs"
 */
export function joinNames(names: readonly string[], kind?: 'nfts'): string {
  const count = names.length - 3
  const shown =
    names.length > 4
      ? [...names.slice(0, 3), commonText(kind ? 'common.moreNfts' : 'common.more', { count })]
      : names
  return listNames(shown)
}
