import { RpcError } from '@portico/protocol'
import type { UserOperationByHash, UserOperationReceipt } from '@portico/protocol/gateway'
import { numberToHex } from 'viem/utils'
import { beforeExecutionTopic } from '../../chains/evm/batches/readOperationResults.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { entryPoint } from './node/entryPoint.ts'
import { type OperationEvent, readOperationEvent } from './node/operationEvents.ts'
import type { OperationRow, OperationStore } from './store.ts'

/** Reads what became of operations. */
export type OperationReader = {
  byHash(query: { hash: string; projectId: string }): Promise<UserOperationByHash>
  receipt(query: { hash: string; projectId: string }): Promise<UserOperationReceipt>
}

type Receipt = Record<string, unknown> & { logs: unknown[] }
type Included = { receipt: Receipt; event: OperationEvent; index: number }

/** Creates the reader of one network's operations. It settles those that it finds included. */
export function createOperationReader({
  chain,
  store,
  now,
}: {
  chain: Chain
  store: Pick<OperationStore, 'find' | 'include' | 'listHashes'>
  now: () => number
}): OperationReader {
  /** Finds the receipt of a transaction that executed the operation. */
  async function findIncluded(row: OperationRow): Promise<Included | undefined> {
    if (row.state === 'quoted' || row.state === 'expired') return undefined
    const own = row.state === 'sent' ? await store.listHashes(row.hash) : []
    const hashes = new Set([...own, ...(row.tx_hash === null ? [] : [row.tx_hash])])
    const receipts = await chain.requestMany(
      [...hashes].map((hash) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    for (const receipt of receipts) {
      const logs = (receipt as Partial<Receipt> | null)?.logs
      if (receipt instanceof RpcError || !Array.isArray(logs)) continue
      for (const [index, log] of logs.entries()) {
        const event = readOperationEvent(log)
        if (event?.hash === row.hash) return { receipt: receipt as Receipt, event, index }
      }
    }
    return undefined
  }

  async function find({ hash, projectId }: { hash: string; projectId: string }) {
    const row = await store.find(hash)
    if (row?.project_id !== projectId || row.chain !== chain.id || row.user_operation === null)
      return undefined
    const included = await findIncluded(row)
    if (included && row.state === 'sent')
      await store.include({ chain: chain.id, hash, inclusion: included.event, now: now() })
    return { row, userOperation: JSON.parse(row.user_operation) as Record<string, unknown>, included }
  }

  return {
    async byHash(query) {
      const found = await find(query)
      if (!found) return null
      const { row, userOperation, included } = found
      return {
        userOperation,
        entryPoint: entryPoint.address,
        transactionHash: included?.event.txHash ?? row.tx_hash,
        blockNumber: included ? numberToHex(included.event.blockNumber) : null,
        blockHash: included?.event.blockHash ?? null,
      }
    },

    async receipt(query) {
      const found = await find(query)
      if (!found?.included) return null
      const { receipt, event, index } = found.included
      // The logs of another operation in the same transaction end with its event.
      const before = receipt.logs.findLastIndex((log, at) => at < index && isBorder(log))
      return {
        userOpHash: event.hash,
        entryPoint: entryPoint.address,
        sender: event.sender,
        nonce: numberToHex(event.nonce),
        paymaster: event.paymaster,
        actualGasCost: numberToHex(event.actualCost),
        actualGasUsed: numberToHex(event.actualGas),
        success: event.success,
        logs: receipt.logs.slice(before + 1, index + 1) as Record<string, unknown>[],
        receipt,
      }
    },
  }
}

function isBorder(log: unknown): boolean {
  const { address, topics } = (log ?? {}) as { address?: unknown; topics?: unknown[] }
  const isOwn = `${address}`.toLowerCase() === entryPoint.address.toLowerCase()
  return readOperationEvent(log) !== undefined || (isOwn && topics?.[0] === beforeExecutionTopic)
}
