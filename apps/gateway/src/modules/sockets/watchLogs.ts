import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@portico/protocol'
import type { Log } from '@portico/server'
import type { Head, Heads } from '../../chains/evm/heads/Heads.ts'
import type { Chain } from '../../chains/shared/Chain.ts'
import { createBloomTest, type LogFilter } from './logFilter.ts'
import type { Source, SourceListener } from './Source.ts'

type NodeLog = { blockNumber: string; blockHash: string } & Record<string, unknown>
type Step = { kind: 'head'; head: Head } | { kind: 'reorg'; from: number }

const timeoutMs = 5000
const retryDelaysMs = [100, 200, 400, 800, 1600]
/** Number of recent blocks whose logs can be sent again as removed. */
const rememberedBlocks = 256
/** Maximum number of blocks per `eth_getLogs` request. */
const blocksPerRequest = 500

/**
 * Watches the logs of one filter. Reads each new block once, by its hash, so that no log is missed or sent twice,
 * whichever upstream answers. After a reorg, the logs of replaced blocks are sent again as removed.
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
  const sentLogs = new Map<number, NodeLog[]>()
  const steps: Step[] = []
  let isProcessing = false
  let stopped = false
  /** The last block read. Blocks before the subscription are not read. */
  let last = heads.current()?.number

  async function readLogs(range: object): Promise<NodeLog[]> {
    const deadline = Date.now() + timeoutMs
    const answer = await chain.request(
      { method: 'eth_getLogs', params: [{ ...query, ...range }] },
      { deadline },
    )
    if (!Array.isArray(answer))
      throw new BaseError(`An upstream of ${chain.id} did not return a list of logs.`)
    return answer as NodeLog[]
  }

  const isReplaced = (head: Head) => steps.some((step) => step.kind === 'reorg' && step.from <= head.number)

  /** Reads logs with retries. Returns undefined if the block has been replaced meanwhile. */
  async function readLogsWithRetry(head: Head, range: object): Promise<NodeLog[] | undefined> {
    for (const delayMs of [...retryDelaysMs, undefined]) {
      try {
        return await readLogs(range)
      } catch (error) {
        // The upstream may not have the block yet, or no longer.
        if (stopped || isReplaced(head)) return undefined
        if (delayMs === undefined) throw error
        await sleep(delayMs)
      }
    }
    return undefined
  }

  function sendLogs(number: number, logs: readonly NodeLog[]): void {
    if (logs.length > 0) sentLogs.set(number, [...(sentLogs.get(number) ?? []), ...logs])
    for (const entry of logs) listener.onResult(JSON.stringify({ ...entry, removed: false }))
  }

  async function processStep(step: Step): Promise<void> {
    if (step.kind === 'reorg') {
      const replaced = [...sentLogs.keys()].filter((number) => number >= step.from).sort((a, b) => b - a)
      for (const number of replaced) {
        for (const entry of (sentLogs.get(number) ?? []).toReversed())
          listener.onResult(JSON.stringify({ ...entry, removed: true }))
        sentLogs.delete(number)
      }
      if (last !== undefined) last = Math.min(last, step.from - 1)
      return
    }
    const { head } = step
    // Read skipped blocks: the chain has advanced while no upstream responded.
    for (let from = (last ?? head.number - 1) + 1; from < head.number; from += blocksPerRequest) {
      const to = Math.min(head.number - 1, from + blocksPerRequest - 1)
      const range = { fromBlock: `0x${from.toString(16)}`, toBlock: `0x${to.toString(16)}` }
      for (const entry of (await readLogsWithRetry(head, range)) ?? [])
        sendLogs(Number(entry.blockNumber), [entry])
    }
    const logs = canMatch(head) ? await readLogsWithRetry(head, { blockHash: head.hash }) : []
    if (stopped) return
    last = head.number
    sendLogs(head.number, logs ?? [])
    for (const number of sentLogs.keys()) if (number < head.number - rememberedBlocks) sentLogs.delete(number)
  }

  async function processSteps(): Promise<void> {
    if (isProcessing) return
    isProcessing = true
    try {
      for (let step = steps.shift(); step && !stopped; step = steps.shift()) await processStep(step)
    } catch (error) {
      log.warn({ chain: chain.id, error }, 'logs of a block could not be read')
      // The listener must learn that logs are missing.
      if (!stopped) listener.onLost()
    } finally {
      isProcessing = false
    }
  }

  const leave = heads.follow((event) => {
    steps.push(event)
    void processSteps()
  })
  return {
    close() {
      stopped = true
      leave()
    },
  }
}
