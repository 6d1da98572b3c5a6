import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { formatUnits } from 'viem/utils'
import { mapLimited } from '../rpc/mapLimited.ts'
import type { AccountState, ReadAccountState } from './AccountState.ts'
import type { ChainWatch } from './ChainWatch.ts'
import type { Topic } from './readTopics.ts'
import type { Publish } from './StreamMessage.ts'

const pollEvery = 2000
const patience = 5000
const concurrent = 8
/** Looks that fail in a row before clients are told to read everything again once it works. */
const maxFailures = 3

/**
 * Finds out what happens to accounts of a network whose blocks are not read here: looks at each that is followed every two
 * seconds, and tells what is another than before.
 */
export function watchAccounts({
  chain,
  readState,
  publish,
  onLost,
  log,
  every = pollEvery,
}: {
  chain: CaipNetworkId
  readState: ReadAccountState
  publish: Publish
  /** Something happened that could not be read. */
  onLost: (chain: CaipNetworkId) => void
  log: Log
  every?: number | undefined
}): ChainWatch {
  const topics = new Map<string, Topic>()
  const known = new Map<string, AccountState>()
  let failures = 0
  let closed = false
  let timer: NodeJS.Timeout | undefined

  const accounts = () => [
    ...new Set([...topics.values()].flatMap((topic) => ('account' in topic ? topic.account : []))),
  ]

  async function tell(account: string, before: AccountState, now: AccountState): Promise<void> {
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
        // Several processes look at different moments: what they find is the same if it is the same amount.
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

  async function look(account: string): Promise<void> {
    const now = await readState({ account, deadline: Date.now() + patience })
    const before = known.get(account)
    known.set(account, now)
    if (before && !closed) await tell(account, before, now)
  }

  async function poll(): Promise<void> {
    const wanted = accounts()
    for (const account of known.keys()) if (!wanted.includes(account)) known.delete(account)
    try {
      await mapLimited({ items: wanted, limit: concurrent, timeoutMs: patience * 2, map: look })
      if (failures >= maxFailures) onLost(chain)
      failures = 0
    } catch (error) {
      failures++
      log.warn({ chain, error }, 'accounts could not be looked at for the stream')
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
      // What is there now is no news.
      if (!known.has(topic.account)) await look(topic.account)
      const block = known.get(topic.account)?.block
      return { topic: topic.name, ...(block ? { block } : {}) }
    },
    close() {
      closed = true
      clearTimeout(timer)
    },
  }
}
