import type { CallsStatus, NamespaceCalls } from '@portico/core'
import { isRecord, RpcError, rpcErrorCodes } from '@portico/protocol'
import * as z from 'zod/mini'
import { callWallet } from '../connector/callWallet.ts'
import type { Provider } from '../parsing/parseAnnouncement.ts'
import { parseChainId } from '../parsing/parseChainId.ts'
import { receipt, toReceipt } from './receipt.ts'

/** Wallets of version 1.0 answer with a word. */
const words: Readonly<Record<string, number>> = { PENDING: 100, CONFIRMED: 200 }

const answerSchema = z.object({
  chainId: z.optional(z.union([z.string(), z.number()])),
  status: z.union([z.int().check(z.gte(100), z.lt(700)), z.enum(['PENDING', 'CONFIRMED'])]),
  atomic: z.optional(z.boolean()),
  receipts: z.optional(z.nullable(z.array(receipt).check(z.maxLength(1000)))),
  capabilities: z.optional(z.unknown()),
})

/**
 * Asks a wallet how far calls are (`wallet_getCallsStatus`).
 *
 * @throws {RpcError} 5730 if the wallet does not know the ID; −32603 if its answer is invalid; otherwise with its code
 * @see https://eips.ethereum.org/EIPS/eip-5792
 */
export const getStatus: NamespaceCalls['getStatus'] = async ({ provider, id }) => {
  const wallet = provider as Provider
  const parsed = z.safeParse(answerSchema, await callWallet(wallet, 'wallet_getCallsStatus', [id]))
  if (!parsed.success) throw invalidAnswer(parsed.error)
  const { status, atomic, receipts, capabilities } = parsed.data
  // Version 1.0 does not say on which network the calls are: on the one the wallet is on.
  const chainId = parseChainId(parsed.data.chainId ?? (await callWallet(wallet, 'eth_chainId')))
  if (chainId === undefined) throw invalidAnswer(undefined)
  const list = (receipts ?? []).map(toReceipt)
  const code = typeof status === 'number' ? status : (words[status] as number)
  // Version 1.0 has one word for executed and reverted.
  const isReverted =
    typeof status === 'string' && list.length > 0 && list.every((one) => one.status === 'reverted')
  const statusCode = isReverted ? 500 : code
  return {
    id,
    networkId: `eip155:${chainId}`,
    status: toStatus(statusCode),
    statusCode,
    atomic: atomic ?? list.length === 1,
    receipts: list,
    ...(isRecord(capabilities) ? { capabilities } : {}),
  }
}

function toStatus(code: number): CallsStatus['status'] {
  if (code < 200) return 'pending'
  return code < 300 ? 'success' : 'failure'
}

function invalidAnswer(cause: unknown): RpcError {
  return new RpcError({
    rpcCode: rpcErrorCodes.internalError,
    message: 'The wallet did not say how far the calls are.',
    ...(cause instanceof Error ? { cause } : {}),
  })
}
