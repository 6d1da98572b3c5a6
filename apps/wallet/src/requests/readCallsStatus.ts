import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import type { Rpc } from '../session/createGatewayAccess.ts'
import type { AskContext } from './Ask.ts'
import { readOperationStatus } from './operations/readOperationStatus.ts'
import { readOperations } from './operations/storedOperations.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'
import { readSentCalls, type SentCalls } from './sentCalls.ts'

/** Nodes behind the gateway may be a few blocks apart: until then, one may know the nonce and another not the receipt. */
const settledAfterMs = 60_000

/**
 * Answers `wallet_getCallsStatus`: 100 while the transaction can still be executed, 200 if it was executed, 500 if it was reverted, and 400
 * if another transaction has used its nonce. One that no node knows any more is still pending: who has it can send it again. The same
 * for calls that were sent as a user operation.
 *
 * @throws {RpcError} 5730 for calls that the site has not sent in the last seven days
 * @see https://eips.ethereum.org/EIPS/eip-5792#wallet_getcallsstatus
 */
export async function readCallsStatus(
  [id]: readonly unknown[],
  {
    session,
    gateway,
    rpc,
    store,
    now,
  }: Pick<AskContext, 'session' | 'gateway' | 'rpc' | 'store'> & { now: number },
): Promise<object> {
  if (typeof id !== 'string') throw new RequestRefusedError({ reason: 'wallet_getCallsStatus takes an ID.' })
  const { origin, address } = session
  const sent = (await readSentCalls(origin, store, now)).find((one) => one.id === id)
  if (!sent) throw new RpcError({ rpcCode: rpcErrorCodes.unknownCallsId, message: 'No such calls.' })
  const { chainId, hash, version, operation } = sent
  const { status, receipt } = operation
    ? await readOperationStatus(
        { chainId, hash, ...operation },
        {
          ...{ rpc, gateway, address },
          stored: (await readOperations({ origin, address, store, now })).find((one) => one.hash === hash),
        },
      )
    : await readTransactionStatus(sent, { address, rpc, now })
  const receipts = receipt ? [toReceipt(receipt)] : []
  if (version === '1.0') return { status: status === 100 ? 'PENDING' : 'CONFIRMED', receipts }
  const network = `0x${BigInt(chainId.slice('eip155:'.length)).toString(16)}`
  return { version, id, chainId: network, status, atomic: true, receipts }
}

async function readTransactionStatus(
  { chainId, hash, nonce = Number.POSITIVE_INFINITY, at }: SentCalls,
  { address, rpc, now }: { address: string; rpc: Rpc; now: number },
): Promise<{ status: 100 | 200 | 400 | 500; receipt?: object }> {
  const receipt = await rpc(chainId, 'eth_getTransactionReceipt', [hash])
  if (typeof receipt === 'object' && receipt !== null)
    return { status: readProperty(receipt, 'status') === '0x1' ? 200 : 500, receipt }
  if (now - at < settledAfterMs) return { status: 100 }
  const count = await rpc(chainId, 'eth_getTransactionCount', [address, 'latest'])
  const isUsed = typeof count === 'string' && /^0x[0-9a-f]{1,13}$/i.test(count) && Number(count) > nonce
  // A transaction that a node still has is not replaced, even if it has no receipt of it.
  if (!isUsed || (await rpc(chainId, 'eth_getTransactionByHash', [hash]))) return { status: 100 }
  return { status: 400 }
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
