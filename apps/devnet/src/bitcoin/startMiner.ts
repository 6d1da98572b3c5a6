import type { BitcoinEngine } from './engine/BitcoinEngine.ts'

/** Milliseconds between two checks of the mempool. */
const pollIntervalMs = 250

/**
 * Mines a block some time after a transaction arrives. The transaction that the seed left unconfirmed is skipped unless
 * another one spends it. Can be paused, to look at what waits in the mempool.
 */
export function startMiner({
  engine,
  address,
  after,
}: {
  engine: BitcoinEngine
  /** Address that receives the subsidy. */
  address: string
  after: number
}): { setEnabled(isEnabled: boolean): void; stop(): void } {
  const { call, unconfirmed } = engine
  let isEnabled = true
  let firstSeen: number | undefined
  let isBusy = false
  const tick = async (): Promise<void> => {
    const minable = (await call<string[]>('getrawmempool')).filter((txid) => !unconfirmed.includes(txid))
    if (minable.length === 0) {
      firstSeen = undefined
      return
    }
    firstSeen ??= Date.now()
    if (Date.now() - firstSeen < after) return
    firstSeen = undefined
    try {
      await call('generateblock', address, minable)
    } catch {
      // A transaction depends on a skipped one: mine everything.
      await call('generatetoaddress', 1, address)
    }
  }
  const timer = setInterval(() => {
    if (isBusy || !isEnabled) return
    isBusy = true
    tick()
      .catch(() => {}) // the node has ended, which `ended` reports
      .finally(() => {
        isBusy = false
      })
  }, pollIntervalMs)
  timer.unref()
  return {
    setEnabled(next) {
      isEnabled = next
      firstSeen = undefined
    },
    stop: () => clearInterval(timer),
  }
}
