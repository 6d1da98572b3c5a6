import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Rpc } from '../session/createGatewayAccess.ts'
import type { RequestStore } from '../session/createRequestStore.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readSentCalls } from './sentCalls.ts'

/** A transaction that no node knows after this time will not be executed. */
const forgottenAfterMs = 10 * 60_000

/**
 * Answers `wallet_getCallsStatus`: 100 while the transaction is pending, 200 if it was executed, 500 if it was reverted, and 400 if no
 * node knows it any more.
 *
 * @throws {RpcError} 5730 for calls that the site has not sent in the last seven days
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export async function readCallsStatus(
  [id]: readonly unknown[],
  { origin, rpc, store, now }: { origin: string; rpc: Rpc; store: RequestStore; now: number },
): Promise<object> {
  if (typeof id !== 'string') throw new RequestRefusedError({ reason: 'wallet_getCallsStatus takes an ID.' })
  const sent = (await readSentCalls(origin, store, now)).find((one) => one.id === id)
  if (!sent) throw new RpcError({ rpcCode: rpcErrorCodes.unknownCallsId, message: 'No such calls.' })
  const { chainId, hash, at, version } = sent
  const receipt = await rpc(chainId, 'eth_getTransactionReceipt', [hash])
  const isMined = typeof receipt === 'object' && receipt !== null
  const status = isMined
    ? readProperty(receipt, 'status') === '0x1'
      ? 200
      : 500
    : now - at > forgottenAfterMs && !(await rpc(chainId, 'eth_getTransactionByHash', [hash]))
      ? 400
      : 100
  const receipts = isMined ? [toReceipt(receipt)] : []
  if (version === '1.0') return { status: status === 100 ? 'PENDING' : 'CONFIRMED', receipts }
  const network = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
  return { version, id, chainId: network, status, atomic: true, receipts }
}

/** Keeps the fields that EIP-5792 names. */
function toReceipt(receipt: object): object {
  const read = (name: string) => readProperty(receipt, name)
  const logs = read('logs')
  return {
    logs: (Array.isArray(logs) ? logs : []).map((log: unknown) => ({
      address: readProperty(log, 'address'),
      data: readProperty(log, 'data'),
      topics: readProperty(log, 'topics'),
    })),
    status: read('status'),
    blockHash: read('blockHash'),
    blockNumber: read('blockNumber'),
    gasUsed: read('gasUsed'),
    transactionHash: read('transactionHash'),
  }
}
