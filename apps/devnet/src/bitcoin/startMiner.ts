import type { BitcoinEngine } from './engine/BitcoinEngine.ts'

/** Milliseconds between looks at the mempool. */
const look = 250

/**
 * Mines a block some time after a transaction has arrived, so that what is sent is confirmed. The one that the seed has
 * left unconfirmed stays so, unless another spends it.
 */
export function startMiner({
  engine,
  address,
  after,
}: {
  engine: BitcoinEngine
  /** Who gets the new coins. */
  address: string
  after: number
}): { stop(): void } {
  const { call, unconfirmed } = engine
  let since: number | undefined
  let isBusy = false
  const tick = async (): Promise<void> => {
    const waiting = (await call<string[]>('getrawmempool')).filter((txid) => !unconfirmed.includes(txid))
    if (waiting.length === 0) {
      since = undefined
      return
    }
    since ??= Date.now()
    if (Date.now() - since < after) return
    since = undefined
    try {
      await call('generateblock', address, waiting)
    } catch {
      // One of them needs the transaction that was left out: then everything goes in.
      await call('generatetoaddress', 1, address)
    }
  }
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    tick()
      .catch(() => {}) // a node that ends; whoever watches it says so
      .finally(() => {
        isBusy = false
      })
  }, look)
  timer.unref()
  return { stop: () => clearInterval(timer) }
}
