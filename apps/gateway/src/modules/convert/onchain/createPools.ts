import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { callMany } from '../../../chains/evm/chain/callMany.ts'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import type { Dex } from '../../../infra/config/SwapsConfig.ts'
import type { Pool } from './Pool.ts'

/** Finds pools and wrapped coins, and remembers them. Addresses are in lower case. */
export type Pools = {
  /** The wrapped coin of a router; undefined if it has none. */
  wrapped(query: { chain: Chain; router: Hex; deadline: number }): Promise<Hex | undefined>
  /** The pools of pairs of tokens. */
  find(query: {
    chain: Chain
    dexes: readonly Dex[]
    pairs: readonly (readonly [Hex, Hex])[]
    deadline: number
  }): Promise<Pool[]>
}

const rememberMs = 10 * 60_000
/** For factories that could not be read. */
const retryMs = 30_000
/** Anyone may ask for any token, so that what is remembered must stay bounded. */
const maxRemembered = 20_000

const abi = parseAbi([
  'function getPair(address, address)',
  'function getPool(address, address, uint24)',
  'function WETH9()',
  'function WETH()',
])
const wrappedCalls = ['WETH9', 'WETH'] as const

/** Creates the finder. It asks the factories of all exchanges about all unknown pairs in one exchange with the node. */
export function createPools({ now = Date.now }: { now?: () => number } = {}): Pools {
  const pairs = new Map<string, { pools: Promise<Pool[]>; until: number }>()
  const wrappedCoins = new Map<string, Promise<Hex | undefined>>()

  function remember(key: string, pools: Promise<Pool[]>, isWhole: Promise<boolean>): void {
    const entry = { pools, until: now() + rememberMs }
    pairs.delete(key)
    pairs.set(key, entry)
    isWhole.then(
      (whole) => {
        if (!whole) entry.until = now() + retryMs
      },
      () => {
        if (pairs.get(key) === entry) pairs.delete(key)
      },
    )
    for (const oldest of pairs.keys()) {
      if (pairs.size <= maxRemembered) break
      pairs.delete(oldest)
    }
  }

  return {
    wrapped({ chain, router, deadline }) {
      const key = `${chain.id} ${router.toLowerCase()}`
      const known = wrappedCoins.get(key)
      if (known) return known
      const calls = wrappedCalls.map((functionName) => ({
        target: router,
        data: encodeFunctionData({ abi, functionName }),
      }))
      const asked = callMany({ chain, calls, deadline }).then((answers) =>
        answers.map(readAddress).find((address) => address !== undefined),
      )
      wrappedCoins.set(key, asked)
      const forget = () => wrappedCoins.delete(key)
      asked.then((address) => address ?? forget(), forget)
      return asked
    },

    async find({ chain, dexes, pairs: wanted, deadline }) {
      const found: Promise<Pool[]>[] = []
      const unknown: { key: string; token0: Hex; token1: Hex }[] = []
      for (const [one, other] of wanted) {
        const [token0, token1] = one < other ? [one, other] : [other, one]
        const key = `${chain.id} ${token0} ${token1}`
        const known = pairs.get(key)
        if (known && known.until > now()) found.push(known.pools)
        else unknown.push({ key, token0, token1 })
      }
      const places = unknown.flatMap(({ key, token0, token1 }) =>
        dexes.flatMap((dex) => dex.fees.map((fee) => ({ key, token0, token1, dex, fee }))),
      )
      if (places.length > 0) {
        const answers = callMany({ chain, calls: places.map(askFactory), deadline })
        for (const { key } of unknown) {
          const mine = answers.then((all) =>
            places.flatMap((place, index) => (place.key === key ? [{ ...place, answer: all[index] }] : [])),
          )
          const pools = mine.then((some) =>
            some.flatMap(({ key: _, answer, ...place }): Pool[] => {
              const address = readAddress(answer)
              return address ? [{ ...place, address }] : []
            }),
          )
          remember(
            key,
            pools,
            mine.then((some) => some.every(({ answer }) => answer !== undefined)),
          )
          found.push(pools)
        }
      }
      return (await Promise.all(found)).flat()
    },
  }
}

function askFactory({ dex, fee, token0, token1 }: Omit<Pool, 'address'>): { target: Hex; data: Hex } {
  const data =
    dex.kind === 'v2'
      ? encodeFunctionData({ abi, functionName: 'getPair', args: [token0, token1] })
      : encodeFunctionData({ abi, functionName: 'getPool', args: [token0, token1, fee] })
  return { target: dex.factory, data }
}

function readAddress(answer: Hex | undefined): Hex | undefined {
  try {
    const [address] = decodeAbiParameters([{ type: 'address' }], answer ?? '0x')
    return /^0x0+$/.test(address) ? undefined : (address.toLowerCase() as Hex)
  } catch {
    // Not an address: the contract is not what the configuration says.
    return undefined
  }
}
