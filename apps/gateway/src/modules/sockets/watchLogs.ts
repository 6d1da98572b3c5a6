import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Chain } from '../../chain/Chain.ts'
import type { Head, Heads } from '../../heads/Heads.ts'
import { createBloomTest, type LogFilter } from './logFilter.ts'
import type { Source, SourceListener } from './Source.ts'

type NodeLog = { blockNumber: string; blockHash: string } & Record<string, unknown>
type Step = { kind: 'head'; head: Head } | { kind: 'reorg'; from: number }

const patience = 5000
const pauses = [100, 200, 400, 800, 1600]
/** Blocks whose logs can be taken back. */
const remembered = 256
/** More blocks than this at once are asked for in parts. */
const window = 500

/**
 * Logs of one filter, block after block by their hashes: each block that the chain gets is looked at once, so nothing is
 * left out or told twice whichever node tells of it. Logs of blocks that were replaced are sent again as removed.
 */
export function watchLogs({
  chain,
  heads,
  filter,
  log,
  listener,
}: {
  chain: Chain
  heads: Heads
  filter: LogFilter
  log: Log
  listener: SourceListener
}): Source {
  const canMatch = createBloomTest(filter)
  const query = { address: filter.address.length > 0 ? filter.address : undefined, topics: filter.topics }
  const told = new Map<number, NodeLog[]>()
  const steps: Step[] = []
  let isWorking = false
  let stopped = false
  /** The last block that was looked at; what is before the subscription is of no interest. */
  let last = heads.current()?.number

  async function ask(range: object): Promise<NodeLog[]> {
    const deadline = Date.now() + patience
    const answer = await chain.request(
      { method: 'eth_getLogs', params: [{ ...query, ...range }] },
      { deadline },
    )
    if (!Array.isArray(answer)) throw new BaseError(`A node of ${chain.id} answered no list of logs.`)
    return answer as NodeLog[]
  }

  const isReplaced = (head: Head) => steps.some((step) => step.kind === 'reorg' && step.from <= head.number)

  /** Undefined: the block was replaced meanwhile. */
  async function askPatiently(head: Head, range: object): Promise<NodeLog[] | undefined> {
    for (const pause of [...pauses, undefined]) {
      try {
        return await ask(range)
      } catch (error) {
        // The node that answers may not have the block yet, or not have it any more.
        if (stopped || isReplaced(head)) return undefined
        if (pause === undefined) throw error
        await sleep(pause)
      }
    }
    return undefined
  }

  function tell(number: number, logs: readonly NodeLog[]): void {
    if (logs.length > 0) told.set(number, [...(told.get(number) ?? []), ...logs])
    for (const entry of logs) listener.onResult(JSON.stringify({ ...entry, removed: false }))
  }

  async function take(step: Step): Promise<void> {
    if (step.kind === 'reorg') {
      const gone = [...told.keys()].filter((number) => number >= step.from).sort((a, b) => b - a)
      for (const number of gone) {
        for (const entry of (told.get(number) ?? []).toReversed())
          listener.onResult(JSON.stringify({ ...entry, removed: true }))
        told.delete(number)
      }
      if (last !== undefined) last = Math.min(last, step.from - 1)
      return
    }
    const { head } = step
    // Blocks nobody told of: the chain got far ahead while no node answered.
    for (let from = (last ?? head.number - 1) + 1; from < head.number; from += window) {
      const to = Math.min(head.number - 1, from + window - 1)
      const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
      for (const entry of (await askPatiently(head, range)) ?? []) tell(Number(entry.blockNumber), [entry])
    }
    const logs = canMatch(head) ? await askPatiently(head, { blockHash: head.hash }) : []
    if (stopped) return
    last = head.number
    tell(head.number, logs ?? [])
    for (const number of told.keys()) if (number < head.number - remembered) told.delete(number)
  }

  async function work(): Promise<void> {
    if (isWorking) return
    isWorking = true
    try {
      for (let step = steps.shift(); step && !stopped; step = steps.shift()) await take(step)
    } catch (error) {
      log.warn({ chain: chain.id, error }, 'logs of a block could not be read')
      // Whoever listens must know that something is missing.
      if (!stopped) listener.onLost()
    } finally {
      isWorking = false
    }
  }

  const leave = heads.follow((event) => {
    steps.push(event)
    void work()
  })
  return {
    close() {
      stopped = true
      leave()
    },
  }
}
