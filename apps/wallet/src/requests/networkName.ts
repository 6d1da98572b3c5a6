import { knownNetworks } from './knownNetworks.ts'

/** Returns the name of a network for the approval screens. Others than well-known ones have only their number. */
export function networkName(chainId: string): string {
  const known = knownNetworks[chainId]
  if (!known) return `number ${chainId.slice(chainId.indexOf(':') + 1)}, which this wallet does not know`
  return known.isTest ? `${known.name} (test network: nothing here has real value)` : known.name
}
