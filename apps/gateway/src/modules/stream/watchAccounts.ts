import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { formatUnits } from 'viem/utils'
import type { AccountState, ReadAccountState } from '../../chains/shared/AccountState.ts'
import { mapLimited } from '../../chains/shared/mapLimited.ts'
import type { ChainWatch } from './ChainWatch.ts'
import type { ChainTopic } from './readTopics.ts'
import type { Publish } from './StreamMessage.ts'

const pollIntervalMs = 2000
const timeoutMs = 5000
const concurrent = 8
/** Number of failed polls in a row after which clients get `resync` once polling works again. */
const maxFailures = 3

/**
 * Watches accounts of a network whose blocks are not read: polls each subscribed account every two seconds and
 * publishes what has changed.
 */
export function watchAccounts({
  chain,
  readState,
  publish,
  onLost,
  log,
  every = pollIntervalMs,
}: {
  chain: CaipNetworkId
  readState: ReadAccountState
  publish: Publish
  /** Called when events may have been missed. */
  onLost: (chain: CaipNetworkId) => void
  log: Log
  every?: number | undefined
}): ChainWatch {
  const topics = new Map<string, ChainTopic>()
  const lastStates = new Map<string, AccountState>()
  let failures = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const accounts = () => [
    ...new Set([...topics.values()].flatMap((topic) => ('account' in topic ? topic.account : []))),
  ]

  async function publishChanges(account: string, before: AccountState, now: AccountState): Promise<void> {
    const { block } = now
    const balances = `balances:${chain}:${account}`
    for (const asset of new Set([...before.holdings.keys(), ...now.holdings.keys()])) {
      const [was, is] = [before.holdings.get(asset), now.holdings.get(asset)]
      const decimals = (is ?? was)?.decimals ?? 0
      const [old, fresh] = [was?.amount ?? 0n, is?.amount ?? 0n]
      if (old === fresh || !topics.has(balances)) continue
      const quantity = { decimals: String(decimals), numeric: formatUnits(fresh, decimals) }
      await publish({
        event: 'balance.changed',
        data: { topic: balances, asset, quantity, delta: formatUnits(fresh - old, decimals), block },
        // Processes poll at different times, so the key contains the amount: equal amounts are the same event.
        key: `${balances}|${asset}|${fresh}|${now.transactions[0]?.hash}`,
      })
    }
    const activity = `activity:${chain}:${account}`
    if (!topics.has(activity)) return
    const stateOf = ({ hash, block }: AccountState['transactions'][number]) => `${hash} ${block?.hash ?? ''}`
    const seen = new Set(before.transactions.map(stateOf))
    for (const transaction of now.transactions.toReversed()) {
      if (seen.has(stateOf(transaction))) continue
      const { hash, failed, block: mined } = transaction
      const event = mined ? (failed ? 'transfer.reverted' : 'transfer.confirmed') : 'transfer.pending'
      await publish({
        event,
        data: { topic: activity, hash, ...(mined ? { block: mined } : {}), transfers: [] },
        key: `${activity}|${event}|${hash}|${mined?.hash ?? ''}`,
      })
    }
  }

  async function readAccount(account: string): Promise<void> {
    const now = await readState({ account, deadline: Date.now() + timeoutMs })
    const before = lastStates.get(account)
    lastStates.set(account, now)
    if (before && !closed) await publishChanges(account, before, now)
  }

  async function poll(): Promise<void> {
    const subscribed = accounts()
    for (const account of lastStates.keys()) if (!subscribed.includes(account)) lastStates.delete(account)
    try {
      await mapLimited({ items: subscribed, limit: concurrent, timeoutMs: timeoutMs * 2, map: readAccount })
      if (failures >= maxFailures) onLost(chain)
      failures = 0
    } catch (error) {
      failures++
      log.warn({ chain, error }, 'accounts could not be polled for the stream')
    }
    if (closed) return
    timer = setTimeout(poll, every)
    timer.unref()
  }
  timer = setTimeout(poll, every)
  timer.unref()

  return {
    add: (topic) => void topics.set(topic.name, topic),
    remove: (topic) => void topics.delete(topic.name),
    async snapshot(topic) {
      if (!('account' in topic)) return { topic: topic.name }
      // Read the current state first, so that only later changes are published.
      if (!lastStates.has(topic.account)) await readAccount(topic.account)
      const block = lastStates.get(topic.account)?.block
      return { topic: topic.name, ...(block ? { block } : {}) }
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
