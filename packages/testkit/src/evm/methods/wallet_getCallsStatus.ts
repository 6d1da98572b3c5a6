import { isRecord, readProperty, rpcErrorCodes } from '@portico/protocol'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import { toChainIdHex } from '../evmChain.ts'
import type { Batch } from './batch.ts'
import { invalidParams, type Method } from './method.ts'

type Parsed = { id: string; batch: Batch }

/** Returns how far a batch is (EIP-5792). */
export const wallet_getCallsStatus: Method<Parsed> = {
  supported: ({ batches }) => batches !== undefined,
  connected: true,
  parse(wallet, params) {
    const [id] = Array.isArray(params) ? params : []
    if (typeof id !== 'string') throw invalidParams('wallet_getCallsStatus takes an array with an ID.')
    const batch = wallet.sentBatches.get(id)
    if (!batch)
      throw new ProviderRpcError({
        code: rpcErrorCodes.unknownCallsId,
        message: `The wallet has no batch with the ID ${id.slice(0, 100)}.`,
      })
    return { id, batch }
  },
  consent: false,
  async run({ node }, { id, batch }) {
    const { chainId, version, isAtomic, hashes, isOpen, isPartial } = batch
    const answers = await Promise.all(
      hashes.map((hash) => node({ chainId, method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const receipts = answers.filter(isRecord).map(toReceipt)
    const isPending = isOpen || receipts.length < hashes.length
    const executed = receipts.filter(({ status }) => status === '0x1').length
    const code = isPending ? 100 : executed === hashes.length && !isPartial ? 200 : executed > 0 ? 600 : 500
    if (version === '1.0') return { status: isPending ? 'PENDING' : 'CONFIRMED', receipts }
    return { version, id, chainId: toChainIdHex(chainId), status: code, atomic: isAtomic, receipts }
  },
}

/** Keeps the fields that EIP-5792 names. */
function toReceipt({
  logs,
  status,
  blockHash,
  blockNumber,
  gasUsed,
  transactionHash,
}: Record<string, unknown>) {
  const shown = (Array.isArray(logs) ? logs : []).map((log: unknown) => ({
    address: readProperty(log, 'address'),
    data: readProperty(log, 'data'),
    topics: readProperty(log, 'topics'),
  }))
  return { logs: shown, status, blockHash, blockNumber, gasUsed, transactionHash }
}
