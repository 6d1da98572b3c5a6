import { readProperty } from '@portico/protocol'
import type { Rpc } from '../../session/createGatewayAccess.ts'
import { knownNetworks } from '../knownNetworks.ts'
import { readAccountStates } from './readAccountStates.ts'
import { readDurableNonce } from './readDurableNonce.ts'
import type { SolanaMessage } from './SolanaTransaction.ts'

/** Solana's main network, whose coins have value. */
const mainNetwork = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

/**
 * Whether a transaction is for a network: it names none, but contains a blockhash or a nonce of it. A node of a test network is not
 * believed if the main network knows them as well.
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

/** Whether a network knows a blockhash or a nonce. It does not, if there is no answer: the gateway may not have the main network. */
async function isKnown({ blockhash, accounts }: SolanaMessage, rpc: Rpc, chainId: string): Promise<boolean> {
  const params = [blockhash, { commitment: 'processed' }]
  const answer = await rpc(chainId, 'isBlockhashValid', params).catch(() => undefined)
  if (readProperty(answer, 'value') === true) return true
  const states = await readAccountStates({ rpc, chainId, addresses: accounts }).catch(() => undefined)
  return [...(states?.values() ?? [])].some((state) => readDurableNonce(state) === blockhash)
}
