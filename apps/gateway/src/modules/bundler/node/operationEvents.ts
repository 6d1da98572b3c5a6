import { decodeEventLog } from 'viem/utils'
import { userOperationTopic } from '../../../chains/evm/batches/readOperationResults.ts'
import type { Hex } from '../../../chains/shared/Chain.ts'
import { entryPoint } from './entryPoint.ts'

/** An operation that the EntryPoint has executed. */
export type OperationEvent = {
  hash: Hex
  sender: Hex
  nonce: bigint
  paymaster: Hex
  success: boolean
  actualCost: bigint
  actualGas: bigint
  txHash: Hex
  blockNumber: number
  blockHash: Hex
}

/** Reads the operations in logs of a node, in their order; other logs and malformed ones are left out. */
export function readOperationEvents(logs: unknown): OperationEvent[] {
  if (!Array.isArray(logs)) return []
  return logs.flatMap((log) => readOperationEvent(log) ?? [])
}

/** Reads the operation in a log of a node; undefined if it is another log. */
export function readOperationEvent(log: unknown): OperationEvent | undefined {
  const { address, topics, data, transactionHash, blockNumber, blockHash, removed } = (log ?? {}) as Record<
    string,
    unknown
  >
  if (removed === true || `${address}`.toLowerCase() !== entryPoint.address.toLowerCase()) return undefined
  if (!Array.isArray(topics) || topics[0] !== userOperationTopic) return undefined
  try {
    const { args } = decodeEventLog({
      abi: entryPoint.abi,
      eventName: 'UserOperationEvent',
      topics: topics as [Hex],
      data: data as Hex,
    })
    if (!args) return undefined
    return {
      hash: args.userOpHash,
      sender: args.sender.toLowerCase() as Hex,
      nonce: args.nonce,
      paymaster: args.paymaster.toLowerCase() as Hex,
      success: args.success,
      actualCost: args.actualGasCost,
      actualGas: args.actualGasUsed,
      txHash: `${transactionHash}`.toLowerCase() as Hex,
      blockNumber: Number(blockNumber),
      blockHash: `${blockHash}`.toLowerCase() as Hex,
    }
  } catch {
    // Not the event that its topic says.
    return undefined
  }
}
