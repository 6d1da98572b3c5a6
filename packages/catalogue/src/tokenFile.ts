import type { CaipNetworkId } from '@portico/protocol'

/** The file of a chain's token list. A colon is no part of a file name everywhere; no namespace has an underscore. */
export function tokenFile(chain: CaipNetworkId): string {
  return `tokens/${chain.replace(':', '_')}.json`
}
