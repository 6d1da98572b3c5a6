import type { Chain } from '../../chains/shared/Chain.ts'
import type { PriceService } from '../prices/service.ts'
import type { Publish } from './StreamMessage.ts'

export type PriceWatch = {
  add(asset: string): void
  remove(asset: string): void
  /** Reads all prices again if the last read is at least 15 s ago. */
  refresh(deadline: number): Promise<void>
  /** Returns the price in US dollars, or null if there is none. */
  priceOf(asset: string, deadline: number): Promise<number | null>
}

const refreshIntervalMs = 15_000

/** Watches the prices of the subscribed assets of one chain. */
export function createPriceWatch({
  chain,
  prices,
  publish,
  now,
}: {
  chain: Chain
  prices: PriceService
  publish: Publish
  now: () => number
}): PriceWatch {
  const lastPrices = new Map<string, number | null | undefined>()
  let refreshedAt = 0

  async function read(assets: readonly string[], deadline: number): Promise<void> {
    const found = await prices.read({ chain: chain.id, assets, deadline })
    for (const asset of assets) {
      const [before, price] = [lastPrices.get(asset), found.get(asset) ?? null]
      lastPrices.set(asset, price)
      if (before === undefined || before === price) continue
      const topic = `price:${chain.id}/${asset === 'native' ? 'slip44:60' : `erc20:${asset}`}`
      const interval = Math.floor(now() / refreshIntervalMs)
      await publish({ event: 'price', data: { topic, price }, key: `${topic}|${price}|${interval}` })
    }
  }

  return {
    add(asset) {
      if (!lastPrices.has(asset)) lastPrices.set(asset, undefined)
    },
    remove: (asset) => void lastPrices.delete(asset),
    async refresh(deadline) {
      if (lastPrices.size === 0 || now() - refreshedAt < refreshIntervalMs) return
      refreshedAt = now()
      await read([...lastPrices.keys()], deadline)
    },
    async priceOf(asset, deadline) {
      if (lastPrices.get(asset) === undefined) await read([asset], deadline)
      return lastPrices.get(asset) ?? null
    },
  }
}
