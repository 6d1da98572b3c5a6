import type { Chain } from '../../chain/Chain.ts'
import type { PriceService } from '../prices/service.ts'
import type { Publish } from './StreamMessage.ts'

export type PriceWatch = {
  add(asset: string): void
  remove(asset: string): void
  /** Reads all again, if the last time is long enough ago. */
  look(deadline: number): Promise<void>
  /** Null: there is none. */
  priceOf(asset: string, deadline: number): Promise<number | null>
}

const lookEvery = 15_000

/** Follows the prices of some assets of one chain, read together. */
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
  const known = new Map<string, number | null | undefined>()
  let lookedAt = 0

  async function read(assets: readonly string[], deadline: number): Promise<void> {
    const found = await prices.read({ chain: chain.id, assets, deadline })
    for (const asset of assets) {
      const [before, price] = [known.get(asset), found.get(asset) ?? null]
      known.set(asset, price)
      if (before === undefined || before === price) continue
      const topic = `price:${chain.id}/${asset === 'native' ? 'slip44:60' : `erc20:${asset}`}`
      const turn = Math.floor(now() / lookEvery)
      await publish({ event: 'price', data: { topic, price }, key: `${topic}|${price}|${turn}` })
    }
  }

  return {
    add(asset) {
      if (!known.has(asset)) known.set(asset, undefined)
    },
    remove: (asset) => void known.delete(asset),
    async look(deadline) {
      if (known.size === 0 || now() - lookedAt < lookEvery) return
      lookedAt = now()
      await read([...known.keys()], deadline)
    },
    async priceOf(asset, deadline) {
      if (known.get(asset) === undefined) await read([asset], deadline)
      return known.get(asset) ?? null
    },
  }
}
