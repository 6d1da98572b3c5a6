import { readProperty } from '@portico/protocol'
import { callWallet } from '../connector/callWallet.ts'
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
  const id = `0x${chainId.toString(16)}`
  const answer = callWallet(provider, 'wallet_getCapabilities', [account, [id]]).catch(() => undefined)
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeoutMs))
  const capabilities = await Promise.race([answer, late])
  return readProperty(readProperty(readProperty(capabilities, id), 'atomic'), 'status') === 'supported'
}
