import type { Chain } from '../../shared/Chain.ts'
import type { ContractAnswer, ReadQuery } from './ContractCall.ts'
import { readContracts } from './readContracts.ts'

type Waiting = {
  calls: ReadQuery['calls']
  resolve(answers: ContractAnswer[]): void
  reject(error: unknown): void
}
/** Reads that have not been sent yet, by chain and deadline. */
const waiting = new WeakMap<Chain, Map<number, Waiting[]>>()

/**
 * Reads many contracts at once: through Multicall3; on chains without it, through a program that is called but never
 * deployed; if the upstream does not run that either, through JSON-RPC batches. A bad contract does not affect the
 * others: a call that fails as a whole is split until the bad contract is alone. Reads that start at the same time with
 * the same deadline are sent together.
 *
 * @throws {UpstreamsFailedError} if no upstream answers.
 * @example
 * const [data] = await callMany({ chain, calls: [{ target, data: '0x313ce567' }], deadline: Date.now() + 5000 })
 */
export async function callMany({ chain, calls, deadline }: ReadQuery): Promise<ContractAnswer[]> {
  if (calls.length === 0) return []
  const byDeadline = waiting.get(chain) ?? new Map<number, Waiting[]>()
  waiting.set(chain, byDeadline)
  return new Promise((resolve, reject) => {
    const group = byDeadline.get(deadline)
    if (group) {
      group.push({ calls, resolve, reject })
      return
    }
    byDeadline.set(deadline, [{ calls, resolve, reject }])
    setImmediate(() => {
      const members = byDeadline.get(deadline) ?? []
      byDeadline.delete(deadline)
      readContracts({ chain, calls: members.flatMap((member) => member.calls), deadline }).then(
        (answers) => {
          let start = 0
          for (const member of members) {
            member.resolve(answers.slice(start, start + member.calls.length))
            start += member.calls.length
          }
        },
        (error) => {
          for (const member of members) member.reject(error)
        },
      )
    })
  })
}
