import { readProperty } from '@portico/protocol'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { readAccountStates } from './readAccountStates.ts'
import { readDurableNonce } from './readDurableNonce.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** Solana's main network, whose coins have value. */
const mainNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * Whether a transaction is for a network: it does not name its network, but contains one of its blockhashes or
 * nonces. The answer of a test network's node does not count if the main network has them as well.
 */
export async function isOfNetwork(
  message: SolanaMessage,
  { rpc, chainId }: { rpc: Rpc; chainId: string },
): Promise<boolean> {
  const isTest = knownNetworks[chainId]?.isTest === true
  const [isHere, isOnMain] = await Promise.all([
    isKnown(message, rpc, chainId),
    isTest && isKnown(message, rpc, mainNetwork),
  ])
  return isHere && !isOnMain
}

/** Whether a network has a blockhash or a nonce. No answer counts as no: the gateway may not have the main network. */
async function isKnown({ blockhash, accounts }: SolanaMessage, rpc: Rpc, chainId: string): Promise<boolean> {
  const params = [blockhash, { commitment: 'processed' }]
  const answer = await rpc(chainId, 'isBlockhashValid', params).catch(() => undefined)
  if (readProperty(answer, 'value') === true) return true
  const states = await readAccountStates({ rpc, chainId, addresses: accounts }).catch(() => undefined)
  return [...(states?.values() ?? [])].some((state) => readDurableNonce(state) === blockhash)
}
