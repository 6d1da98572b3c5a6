import type { Endpoint, SentTransaction } from '@portico/core'
import type { WrittenCall } from '@portico/protocol/swaps'
import { sendTransaction } from '../connector/sendTransaction.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'

/**
 * Has the wallet send a call of the account. The wallet chooses the fee, and shows it.
 *
 * @throws {RpcError} with the wallet's code; 4901 if the wallet is on another network
 */
export async function sendCall({
  provider,
  account,
  call: { to, data, value },
  network,
}: Endpoint & {
  provider: Provider
  account: string
  call: WrittenCall
}): Promise<SentTransaction> {
  const request = { from: account, to, data, value: `0x${value.toString(16)}` }
  return { hash: await sendTransaction({ provider, network, request }), from: account }
}
