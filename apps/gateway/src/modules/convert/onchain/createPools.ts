import type { Log } from '@portico/server'
import { decodeAbiParameters, encodeFunctionData, parseAbi } from 'viem/utils'
import { callMany } from '../../../chains/evm/chain/callMany.ts'
import type { Chain, Hex } from '../../../chains/shared/Chain.ts'
import type { Dex } from '../../../infra/config/SwapsConfig.ts'
import type { Pool } from './Pool.ts'

/** Finds pools and wrapped coins, and remembers them. Addresses are in lower case. */
export type Pools = {
  /**
   * The wrapped coin of the routers of exchanges, and those exchanges whose router swaps over the pools of their factory.
   * Undefined if no router has a wrapped coin.
   */
  check(query: {
    chain: Chain
    dexes: readonly Dex[]
    deadline: number
  }): Promise<{ dexes: readonly Dex[]; wrapped: Hex } | undefined>
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
  'function factory()',
  'function factoryV2()',
])
const routerCalls = ['WETH9', 'WETH', 'factory', 'factoryV2'] as const

/** Creates the finder. It asks the factories of all exchanges about all unknown pairs in one exchange with the node. */
export function createPools({ log, now = Date.now }: { log: Pick<Log, 'warn'>; now?: () => number }): Pools {
  const pairs = new Map<string, { pools: Promise<Pool[]>; until: number }>()
  const checks = new Map<string, ReturnType<Pools['check']>>()

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
    check({ chain, dexes, deadline }) {
      const key = [chain.id, ...dexes.flatMap(({ kind, factory, router }) => [kind, factory, router])].join(
        ' ',
      )
      const known = checks.get(key)
      if (known) return known
      const asked = askRouters({ chain, dexes, deadline }).then((found) => {
        if (found)
          for (const { id } of dexes.filter((dex) => !found.dexes.includes(dex)))
            log.warn(
              { chain: chain.id, reason: id },
              'exchange left out: its router swaps over the pools of another factory, or has another wrapped coin',
            )
        return found
      })
      checks.set(key, asked)
      const forget = () => checks.delete(key)
      asked.then((found) => found ?? forget(), forget)
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

/**
 * Asks the routers of exchanges what they swap over. A router that works for another factory would look for pools where there are none,
 * so that every swap would fail. One that does not say its factory is taken at the operator's word.
 */
async function askRouters({
  chain,
  dexes,
  deadline,
}: Parameters<Pools['check']>[0]): Promise<Awaited<ReturnType<Pools['check']>>> {
  const addresses = [...new Set(dexes.map(({ router }) => router.toLowerCase() as Hex))]
  const calls = addresses.flatMap((target) =>
    routerCalls.map((functionName) => ({ target, data: encodeFunctionData({ abi, functionName }) })),
  )
  const answers = await callMany({ chain, calls, deadline })
  const routers = new Map(
    addresses.map((address, index) => {
      const mine = answers.slice(index * routerCalls.length, (index + 1) * routerCalls.length)
      const [weth9, weth, factory, factoryV2] = mine.map(readAddress)
      return [address, { wrapped: weth9 ?? weth, v3: factory, v2: factoryV2 ?? factory }]
    }),
  )
  const of = (dex: Dex) => routers.get(dex.router.toLowerCase() as Hex)
  const wrapped = dexes.map((dex) => of(dex)?.wrapped).find((address) => address !== undefined)
  if (!wrapped) return undefined
  const isEqual = (address: Hex | undefined, other: string) => (address ?? other) === other
  const fitting = dexes.filter((dex) => {
    const router = of(dex)
    return isEqual(router?.[dex.kind], dex.factory.toLowerCase()) && isEqual(router?.wrapped, wrapped)
  })
  return { dexes: fitting, wrapped }
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
