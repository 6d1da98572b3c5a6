import { commonText } from './commonCopy.ts'
import { knownNetworks } from './knownNetworks.ts'

/** Returns the name of a network for the approval screens. Others than well-known ones have only their number. */
export function networkName(chainId: string): string {
  const known = knownNetworks[chainId]
  if (!known)
    return commonText('common.networks.unknown', { number: chainId.slice(chainId.indexOf(':') + 1) })
  return known.isTest ? commonText('common.networks.test', { name: known.name }) : known.name
}
