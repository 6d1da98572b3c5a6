import type { Endpoint, SentTransaction } from '@portico/core'
import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { WrittenCall } from '@portico/protocol/swaps'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { readExpiry } from '../transfers/readExpiry.ts'

/**
 * Has the wallet send a transaction. The wallet chooses the fee, and shows it.
 *
 * @throws {RpcError} with the wallet's code; 4901 if the wallet is on another network, where the same bytes could do something else
 */
export async function sendTransaction({
  provider,
  account,
  call: { to, data, value },
  ...endpoint
}: Endpoint & {
  provider: Provider
  account: string
  call: WrittenCall
}): Promise<SentTransaction> {
  const current = await callWallet(provider, 'eth_chainId')
  if (parseChainId(current) !== Number(endpoint.network.id)) {
    const message = 'The wallet is on another network.'
    throw new RpcError({ rpcCode: rpcErrorCodes.chainDisconnected, message })
  }
  const request = { from: account, to, data, value: `0x${value.toString(16)}` }
  const hash = `${await callWallet(provider, 'eth_sendTransaction', [request])}`
  return { hash, from: account, expiry: await readExpiry({ ...endpoint, hash, from: account }) }
}
