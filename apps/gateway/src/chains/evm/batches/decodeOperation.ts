import type { UserOperation } from '../../shared/activity/UserOperation.ts'
import type { NodeLog } from '../blocks/decodeTransfers.ts'
import { entryPoint, userOperationTopic } from './readOperationResults.ts'

/** Decodes the user operation that a log reports. Any contract can report one, but only EntryPoint's reports are true. */
export function decodeOperation(log: NodeLog): UserOperation | undefined {
  const [topic, , account] = log.topics
  const isReport = log.address.toLowerCase() === entryPoint && topic === userOperationTopic
  const words = log.data.slice(2).match(/.{64}/g) ?? []
  if (!isReport || !account || words.length !== 4) return undefined
  return {
    blockNumber: Number(log.blockNumber),
    blockHash: log.blockHash.toLowerCase(),
    txIndex: Number(log.transactionIndex),
    txHash: log.transactionHash.toLowerCase(),
    logIndex: Number(log.logIndex),
    sender: `0x${account.slice(-40)}`.toLowerCase(),
    isSuccessful: BigInt(`0x${words[1]}`) === 1n,
  }
}
