import { type CaipNetworkId, readProperty } from '@portico/protocol'
import { readCapabilities } from '../calls/readCapabilities.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/** How long a wallet may take to say what it supports, in milliseconds. */
const timeoutMs = 1500

/**
 * Returns whether a wallet executes several calls as one on a network (EIP-5792). With the status `ready` it would first turn the
 * account into a smart account; the kit does not ask for that.
 *
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export async function hasAtomicCalls({
  provider,
  chainId,
  account,
}: {
  provider: Provider
  chainId: number
  account: string
}): Promise<boolean> {
  const networkId: CaipNetworkId = `eip155:${chainId}`
  const answer = readCapabilities({ provider, account, networkIds: [networkId] }).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const capabilities = (await Promise.race([answer, late]))?.[networkId]
  return readProperty(capabilities?.atomic, 'status') === 'supported'
}
