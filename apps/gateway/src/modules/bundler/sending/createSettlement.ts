import { RpcError } from '@portico/protocol'
import type { Log } from '@portico/server'
import { numberToHex, pad } from 'viem/utils'
import { userOperationTopic } from '../../../chains/evm/batches/readOperationResults.ts'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { type OperationEvent, readOperationEvents } from '../node/operationEvents.ts'
import type { OperationRow, OperationStore } from '../store.ts'
import type { ExternalBundler } from './createExternalBundler.ts'
import type { Relayer } from './createRelayer.ts'

/** Follows operations on one network until they can no longer change. */
export type Settlement = {
  /**
   * Looks for all open operations in the chain, and has transactions sent again. Called every second by itself, with `isThorough` every
   * fifteen.
   *
   * @param isThorough also looks for operations that were settled, in case the chain was reorganised, and that were never sent.
   */
  run(query?: { isThorough?: boolean }): Promise<void>
  close(): Promise<void>
}

const intervalMs = 1000
const thoroughMs = 15_000
/** Blocks whose logs are asked for at once; fewer at a node that refuses so many. */
const blocksPerQuery = 1000
const reorganisedBlocks = 32
/** Milliseconds that the clock of this machine may differ from those of the chain. */
const clockSkewMs = 60_000
/** Milliseconds after which an external bundler gets an operation again. */
const repeatMs = 10_000

/** Creates the settlement of one network. */
export function createSettlement({
  chain,
  paymaster,
  relayer,
  external,
  store,
  log,
  now,
}: {
  chain: Chain
  paymaster: Hex
  relayer: Relayer | undefined
  external: ExternalBundler | undefined
  store: OperationStore
  log: Log
  now: () => number
}): Settlement {
  let running: Promise<void> | undefined
  let closed = false
  let thoroughAt = 0
  let span = blocksPerQuery
  const repeatedAt = new Map<string, number>()

  /** Reads the operations of these paymasters in these blocks. */
  async function readEvents(paymasters: readonly Hex[], from: number, to: number): Promise<OperationEvent[]> {
    const events: OperationEvent[] = []
    for (let start = from; start <= to; ) {
      const end = Math.min(to, start + span - 1)
      const filter = {
        address: entryPoint.address,
        fromBlock: numberToHex(start),
        toBlock: numberToHex(end),
        topics: [userOperationTopic, null, null, paymasters.map((one) => pad(one))],
      }
      const [logs, newest] = await chain.requestMany([
        { method: 'eth_getLogs', params: [filter] },
        { method: 'eth_blockNumber', params: [] },
      ])
      // Nodes limit the blocks or the logs of an answer, each with its own error.
      if (logs instanceof RpcError && end > start) {
        span = Math.ceil((end - start + 1) / 2)
        continue
      }
      // Not the number of blocks was the reason.
      if (logs instanceof RpcError) span = blocksPerQuery
      // A node that is behind would show too few.
      if (!Array.isArray(logs) || newest instanceof RpcError || Number(newest) < end)
        throw new Error('The upstream returned no logs.')
      events.push(...readOperationEvents(logs))
      start = end + 1
    }
    // It may have refused for another reason, so it is asked for more again.
    span = Math.min(2 * span, blocksPerQuery)
    return events
  }

  /** Also if a node says nothing about the block. */
  async function isInChain({ block_number, block_hash }: OperationRow): Promise<boolean> {
    const block = await chain.request({
      method: 'eth_getBlockByNumber',
      params: [numberToHex(block_number ?? 0), false],
    })
    const hash = (block as { hash?: unknown } | null)?.hash
    return typeof hash !== 'string' || hash.toLowerCase() === block_hash
  }

  async function settle(
    row: OperationRow,
    { event, timestamp }: { event: OperationEvent | undefined; timestamp: number },
  ): Promise<void> {
    const { hash, state } = row
    const isIncluded = state === 'mined' || state === 'reverted'
    if (isIncluded && event?.blockHash === row.block_hash) return
    // Nodes that are behind show nothing of the block; another block in its place shows that it is gone.
    if (isIncluded && !event && (await isInChain(row))) return
    if (isIncluded) await store.exclude({ chain: chain.id, hash })
    if (event) {
      const inclusion = { ...event, isOther: event.hash !== hash }
      await store.include({ chain: chain.id, hash, inclusion, now: now() })
    } else if (isIncluded || state === 'expired') return
    else if (timestamp * 1000 > row.valid_until || now() > row.valid_until + clockSkewMs)
      await store.expire({ chain: chain.id, hash, now: now() })
    else if (external && row.user_operation !== null && state === 'sent') {
      if (now() - (repeatedAt.get(hash) ?? 0) < repeatMs) return
      repeatedAt.set(hash, now())
      await external.repeat(row.user_operation)
    }
  }

  async function work(isThorough: boolean): Promise<void> {
    const rows = await store.listUnsettled({ chain: chain.id, isThorough, now: now() })
    if (rows.length > 0) {
      const head = (await chain.request({
        method: 'eth_getBlockByNumber',
        params: ['latest', false],
      })) as Record<string, string>
      // Throws if the node returned something else.
      const [number, timestamp] = [Number(BigInt(`${head.number}`)), Number(BigInt(`${head.timestamp}`))]
      // After a reorganisation, it may be in an earlier block than the newest one of before.
      const since = Math.min(...rows.map(({ since_block }) => Number(since_block)))
      const from = Math.max(0, since - reorganisedBlocks)
      // The own one always: what another one was to pay for may have been replaced by what this one pays for.
      const paymasters = new Set([paymaster, ...rows.map((row) => row.paymaster as Hex)])
      const events = await readEvents([...paymasters], from, number)
      const byNonce = new Map<string, OperationRow[]>()
      for (const row of rows) {
        const key = `${row.sender} ${row.nonce}`
        byNonce.set(key, [...(byNonce.get(key) ?? []), row])
      }
      const byRow = new Map(
        events.flatMap((event) =>
          choose(byNonce.get(`${event.sender} ${event.nonce}`), event).map((row) => [row, event] as const),
        ),
      )
      for (const row of rows) {
        const event = byRow.get(row)
        // One that fails must not keep the others open.
        await settle(row, { event, timestamp }).catch((error) =>
          log.error({ chain: chain.id, error }, 'an operation could not be settled'),
        )
      }
    }
    for (const hash of repeatedAt.keys()) if (!rows.some((row) => row.hash === hash)) repeatedAt.delete(hash)
    await relayer?.maintain({ isThorough })
  }

  const settlement: Settlement = {
    async run({ isThorough = false } = {}) {
      await running?.catch(() => undefined)
      running ??= work(isThorough).finally(() => {
        running = undefined
      })
      await running
    },
    async close() {
      closed = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }

  const timer = setInterval(() => {
    if (running || closed) return
    const isThorough = Date.now() - thoroughAt >= thoroughMs
    if (isThorough) thoroughAt = Date.now()
    settlement
      .run({ isThorough })
      .catch((error) => log.warn({ chain: chain.id, error }, 'operations could not be looked for'))
  }, intervalMs).unref()
  return settlement
}

/**
 * Returns which of the operations with a nonce was included: the nonce is used once, whoever signed for it again since. An earlier one of
 * several projects' is charged to each of them, because nobody knows any more whose it was.
 */
function choose(rows: readonly OperationRow[] = [], event: OperationEvent): readonly OperationRow[] {
  const settled = rows.filter(({ block_hash }) => block_hash === event.blockHash)
  if (settled.length > 0) return settled
  const own = rows.filter(({ hash }) => hash === event.hash)
  if (own.length > 0) return own
  const open = rows.filter(({ state }) => state !== 'expired')
  return open.length > 0 ? open : rows.slice(0, 1)
}
