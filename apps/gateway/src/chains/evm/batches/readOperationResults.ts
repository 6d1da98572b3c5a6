import { delegatorContracts } from '@portico/protocol/smartAccount'
import { toEventSelector } from 'viem/utils'
import type { OperationResult } from '../../shared/activity/KnownTransaction.ts'

/** The contract that executes user operations (ERC-4337), in lower case. */
export const entryPoint = delegatorContracts.EntryPoint.toLowerCase()
/** `UserOperationEvent`, which EntryPoint reports after each operation; the account is its second indexed value. */
export const userOperationTopic = toEventSelector(
  'UserOperationEvent(bytes32,address,address,uint256,bool,uint256,uint256)',
)
/** Reported before the first operation of a bundle is executed. */
export const beforeExecutionTopic = toEventSelector('BeforeExecution()')
/** Reported by the account itself: calls that it tried were reverted. */
const unsuccessfulTopic = toEventSelector('TryExecuteUnsuccessful(uint256,bytes)')

type Log = { address: string; topics: readonly (string | null)[]; data: string; logIndex: number }

/**
 * Reads the user operations that a transaction has executed from its logs. Only what EntryPoint itself reports counts: any contract
 * can imitate its events.
 */
export function readOperationResults(logs: readonly Log[]): OperationResult[] {
  const found: OperationResult[] = []
  let after = -1
  let reverted = new Set<string>()
  for (const { address: emitter, topics, data, logIndex } of [...logs].sort(
    (a, b) => a.logIndex - b.logIndex,
  )) {
    const address = emitter.toLowerCase()
    const [topic, , account] = topics
    if (topic === unsuccessfulTopic) reverted.add(address)
    if (address !== entryPoint) continue
    if (topic === beforeExecutionTopic) {
      after = logIndex
      reverted = new Set()
    }
    const words = data.slice(2).match(/.{64}/g) ?? []
    if (topic !== userOperationTopic || !account || words.length !== 4) continue
    const sender = `0x${account.slice(-40)}`.toLowerCase()
    found.push({
      sender,
      nonce: BigInt(`0x${words[0]}`).toString(),
      isSuccessful: BigInt(`0x${words[1]}`) === 1n && !reverted.has(sender),
      after,
      before: logIndex,
    })
    after = logIndex
    reverted = new Set()
  }
  return found
}
