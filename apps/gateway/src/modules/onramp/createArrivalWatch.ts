import type { CaipNetworkId } from '@portico/protocol'
import type { Log } from '@portico/server'
import { formatUnits, parseUnits } from 'viem/utils'
import type { Namespaces } from '../../chains/createNamespaces.ts'
import { findPayment } from '../../chains/findPayment.ts'
import { rulesOf } from '../../chains/namespaceRules.ts'
import type { OnrampSessions } from './createOnrampSessions.ts'
import type { OnrampRow, OnrampStore } from './store.ts'

/** Watches the chains for the money of purchases. */
export type ArrivalWatch = {
  /** Does what is due now; called every second by itself. */
  run(): Promise<void>
  close(): Promise<void>
}

const intervalMs = 1000
const batch = 20
const timeoutMs = 8000
/** Shortest and longest time between two looks for one purchase; between them, a tenth of its age. */
const waitMs = { min: 1000, max: 5 * 60_000 }

/**
 * Creates the watch that sets purchases to `arrived`. Only what the network's own upstreams return counts: a transaction in a block, after
 * the purchase began, which pays the visitor's address the asset, and not less than the purchase's minimum. A provider's word says only
 * when, and where, to look. A payment counts for one purchase.
 */
export function createArrivalWatch({
  store,
  sessions,
  namespaces,
  isOn,
  log,
  now,
}: {
  store: OnrampStore
  sessions: Pick<OnrampSessions, 'onChange' | 'report'>
  namespaces: Pick<Namespaces, 'get' | 'networks'>
  /** Whether there is a provider: otherwise nothing runs by itself. */
  isOn: boolean
  log: Log
  now: () => number
}): ArrivalWatch {
  let running: Promise<void> | undefined
  let isAgain = false
  let closed = false

  const nextCheck = (row: OnrampRow): number | null => {
    if (row.minimum === null || now() >= row.expires_at) return null
    return now() + Math.min(waitMs.max, Math.max(waitMs.min, (now() - row.updated_at) / 10))
  }

  async function check(row: OnrampRow): Promise<void> {
    const { id, chain, account, token, minimum, hash } = row
    if (minimum === null || !namespaces.networks.has(chain as CaipNetworkId)) return
    const taken = await store.payments({ chain, account })
    const payment = await findPayment({
      namespaces,
      chain: chain as CaipNetworkId,
      account,
      token: token ?? undefined,
      hash: hash ?? undefined,
      since: Math.floor(row.created_at / 1000) - rulesOf(chain as CaipNetworkId).clockSkew,
      isEnough({ hash, amount, decimals }) {
        const least = toBaseUnits(minimum, decimals)
        return !taken.has(hash) && least > 0n && amount >= least
      },
      deadline: Date.now() + timeoutMs,
    })
    if (!payment) return
    const received = formatUnits(payment.amount, payment.decimals)
    const arrived = await store.arrive({ id, hash: payment.hash, received, now: now() })
    if (arrived) sessions.report(arrived)
  }

  async function work(): Promise<void> {
    for (const row of await store.expire(now())) sessions.report(row)
    const due = await store.takeDue({ now: now(), next: nextCheck, limit: batch })
    await Promise.all(
      due.map((row) =>
        check(row).catch((error) =>
          log.warn({ chain: row.chain, error }, 'a purchase could not be looked for on chain'),
        ),
      ),
    )
  }

  function run(): Promise<void> {
    // Something may have become due since the running one has read the list.
    if (running) isAgain = true
    running ??= (async () => {
      try {
        do {
          isAgain = false
          await work()
        } while (isAgain && !closed)
      } finally {
        running = undefined
      }
    })()
    return running
  }

  const runQuietly = (): void => {
    if (closed) return
    run().catch((error) => log.error({ error }, 'purchases could not be looked for on chain'))
  }
  const timer = isOn ? setInterval(runQuietly, intervalMs).unref() : undefined
  sessions.onChange(({ status }) => {
    if (status === 'paid') runQuietly()
  })
  return {
    run,
    async close() {
      closed = true
      clearInterval(timer)
      await running?.catch(() => undefined)
    },
  }
}

/** Returns a decimal text in base units, rounded down. */
function toBaseUnits(text: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return parseUnits(`${whole}.${fraction.slice(0, decimals)}`, decimals)
}
