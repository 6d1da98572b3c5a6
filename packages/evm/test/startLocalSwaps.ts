import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineChain, type Endpoint, type RpcClient, type SwapAsset, type SwapOrder } from '@portico/core'
import { startChains } from '@portico/devnet'
import { devnetManifest } from '@portico/devnet/manifest'
import type { ConvertHop, ConvertQuote } from '@portico/protocol/gateway'
import {
  coinSentinel,
  rehearse,
  type SwapRouter,
  writeApproval,
  writePoolSwap,
} from '@portico/protocol/swaps'
import { createClient } from '../src/assets/createClient.ts'
import { encodeCall } from '../src/transfers/encodeCall.ts'

const [one] = devnetManifest.chains
const { swaps: local } = devnetManifest
const [dusd, mrbl] = one.tokens as unknown as readonly [{ address: string }, { address: string }]
const asset = (token: string | undefined, symbol: string, decimals: number, isListed = true): SwapAsset => ({
  ...{ token, symbol, decimals, isListed },
})

/** What the seed has made on the local chain. */
export const assets = {
  eth: asset(undefined, 'ETH', 18),
  weth: asset(local.wrapped, 'WETH', 18),
  dusd: asset(dusd.address, 'DUSD', 6),
  mrbl: asset(mrbl.address, 'MRBL', 18),
  strict: asset(local.strictToken, 'SUSD', 6),
  fee: asset(local.feeToken, 'TOLL', 18),
  unsellable: asset(local.unsellableToken, 'FLY', 18, false),
}

const pool = (kind: 'v2' | 'v3', a: SwapAsset, b: SwapAsset, fee: number) => ({ kind, a, b, fee })
/** The pools that the seed has filled. */
const pools = [
  pool('v2', assets.weth, assets.dusd, 3000),
  pool('v3', assets.weth, assets.dusd, 500),
  pool('v2', assets.mrbl, assets.dusd, 3000),
  pool('v3', assets.mrbl, assets.dusd, 3000),
  pool('v3', assets.mrbl, assets.weth, 3000),
  pool('v3', assets.strict, assets.dusd, 100),
  pool('v2', assets.fee, assets.weth, 3000),
  pool('v2', assets.unsellable, assets.weth, 3000),
]

export const routers: readonly SwapRouter[] = [
  { address: local.router, kind: 'router02', wrapped: local.wrapped },
]

/** Returns a hop over a pool of the seed. */
export function hop(kind: 'v2' | 'v3', from: SwapAsset, to: SwapAsset): ConvertHop {
  const found = pools.find(
    (each) => each.kind === kind && [each.a, each.b].includes(from) && [each.a, each.b].includes(to),
  )
  if (!found) throw new Error(`There is no ${kind} pool of ${from.symbol} and ${to.symbol}.`)
  const { fee } = found
  return { kind, dex: 'local', pool: local.factory, tokenIn: `${from.token}`, tokenOut: `${to.token}`, fee }
}

/** Starts the local chain, and returns what tests of swaps do there. */
export async function startLocalSwaps() {
  const dataDir = await mkdtemp(join(tmpdir(), 'portico-evm-'))
  const devnet = await startChains({ dataDir, ports: { 31337: 0, 31338: 0 } })
  const url = devnet.chains.find(({ chainId }) => chainId === 31337)?.url ?? ''
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const rpcUrls = { default: { http: [url] } }
  const network = defineChain({ id: 31337, name: 'One', nativeCurrency, rpcUrls })
  const endpoint: Endpoint = { network, urls: [url] }
  const client: RpcClient = createClient(endpoint)
  const request = (method: string, ...params: unknown[]) => client.request({ method, params })

  async function balanceOf(holder: string, { token }: SwapAsset): Promise<bigint> {
    if (token === undefined) return BigInt(`${await request('eth_getBalance', holder, 'latest')}`)
    const data = encodeCall('70a08231', [holder])
    return BigInt(`${await request('eth_call', { to: token, data }, 'latest')}`)
  }

  /** An honest offer over these pools: what the chain would return now. */
  async function quote(
    { account, from, to, amount }: Pick<SwapOrder, 'account' | 'from' | 'to' | 'amount'>,
    hops: readonly ConvertHop[],
  ): Promise<ConvertQuote> {
    const [router] = routers as [SwapRouter]
    const [tokenIn, tokenOut] = [from.token ?? coinSentinel, to.token ?? coinSentinel]
    const swap = writePoolSwap({
      ...{ router, account, tokenIn, tokenOut, amountIn: amount, minimumOut: 1n, hops, deadline: 2n ** 40n },
    })
    const token = from.token
    const spender = router.address
    const allow = token === undefined ? [] : [0n, amount]
    const approvals = allow.map((units) => writeApproval({ token: `${token}`, spender, amount: units }))
    const watched = [tokenOut.toLowerCase()]
    const steps = [...approvals, swap]
    const tried = await rehearse({ account, steps, watched, request: (call) => client.request(call) })
    const out = tried?.at(-1)?.changes[tokenOut.toLowerCase()] ?? 0n
    return {
      provider: 'onchain',
      fromAmount: `${amount}`,
      fromAccount: `eip155:31337:${tokenIn}`,
      toAmount: `${out}`,
      toAccount: `eip155:31337:${tokenOut}`,
      minAmount: '1',
      priceImpact: 0,
      gas: '200000',
      spender: token === undefined ? null : spender,
      route: { kind: 'pools', router: router.address, hops: [...hops] },
      expiresAt: new Date(Date.now() + 30_000).toISOString(),
    }
  }

  return {
    endpoint,
    client,
    request,
    balanceOf,
    quote,
    async stop() {
      await devnet.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type LocalSwapsTest = Awaited<ReturnType<typeof startLocalSwaps>>
