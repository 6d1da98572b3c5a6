import type { CaipNetworkId } from '@portico/protocol'

/** Returns the file of a network's token list. Uses `_` for the colon, which some file systems do not allow. */
export function tokenFile(chain: CaipNetworkId): string {
  return `tokens/${chain.replace(':', '_')}.json`
}
