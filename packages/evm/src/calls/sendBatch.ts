import type { CallBatch, Endpoint, SentCalls } from '@portico/core'
import { isRecord, RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { toCallParameter } from './toCallParameter.ts'

/** The longest ID that EIP-5792 allows: 4096 bytes in hexadecimal. */
const maxIdLength = 8194

/**
 * Has a wallet execute calls (`wallet_sendCalls` 2.0.0). Wallets of version 1.0 return the ID alone.
 *
 * @throws {RpcError} with the wallet's code; −32603 if it returns no ID
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export async function sendBatch({
  provider,
  account,
  network,
  batch: { calls, atomicRequired, id, capabilities },
}: Endpoint & { provider: unknown; account: string; batch: CallBatch }): Promise<SentCalls> {
  const answer = await callWallet(provider as Provider, 'wallet_sendCalls', [
    {
      version: '2.0.0',
      ...(id === undefined ? {} : { id }),
      from: account,
      chainId: `0x${Number(network.id).toString(16)}`,
      atomicRequired,
      calls: calls.map(toCallParameter),
      ...(capabilities === undefined ? {} : { capabilities }),
    },
  ])
  const sentId = typeof answer === 'string' ? answer : readProperty(answer, 'id')
  if (typeof sentId !== 'string' || sentId === '' || sentId.length > maxIdLength)
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The wallet returned no valid ID for the calls.',
      metaMessages: ['It may have sent them: look at the account before they are sent again.'],
    })
  const granted = readProperty(answer, 'capabilities')
  return { id: sentId, ...(isRecord(granted) ? { capabilities: granted } : {}) }
}
