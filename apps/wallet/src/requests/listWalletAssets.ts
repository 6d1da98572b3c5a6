import { balanceResponse, type TokenBalance } from '@portico/protocol/gateway'
import { parseUnits, toHex } from 'viem/utils'
import * as z from 'zod/mini'
import type { Gateway } from '../session/createGatewayAccess.ts'
import { RequestRefusedError } from './RequestRefusedError.ts'

/** Networks of one request: each needs a request to the gateway. */
const maxChains = 10

const quantity = z.string().check(z.regex(/^0x[0-9a-f]{1,14}$/i))
const filters = z.tuple([
  z.object({
    account: z.string(),
    chainFilter: z.optional(z.array(quantity).check(z.maxLength(maxChains))),
    assetTypeFilter: z.optional(z.array(z.string())),
    assetFilter: z.optional(z.record(quantity, z.array(z.object({ address: z.string(), type: z.string() })))),
  }),
])

type Asset = { address: string; type: 'NATIVE' | 'ERC20'; balance: string; metadata: object }

/**
 * Answers `wallet_getAssets`: the balances of the account, by chain ID in hex, on the networks that the filters name, or on the
 * chosen one. Types are in upper case, as AppKit defines them.
 *
 * @throws {RequestRefusedError} for another account, or for parameters that do not follow the standard
 * @see https://eips.ethereum.org/EIPS/eip-7811
 */
export async function listWalletAssets({
  params,
  address,
  chainId,
  gateway,
}: {
  params: unknown
  address: string
  /** The chosen network, CAIP-2. */
  chainId: string
  gateway: Gateway
}): Promise<Record<string, Asset[]>> {
  const read = filters.safeParse(params)
  if (!read.success)
    throw new RequestRefusedError({
      reason: 'wallet_getAssets takes [{ account, chainFilter, assetFilter, assetTypeFilter }].',
    })
  const [{ account, chainFilter, assetTypeFilter, assetFilter }] = read.data
  if (account.toLowerCase() !== address.toLowerCase())
    throw new RequestRefusedError({
      reason: 'The assets are of another account than the one that is connected.',
    })
  const own = toHex(BigInt(chainId.slice('eip155:'.length)))
  const chains = chainFilter ?? (assetFilter ? Object.keys(assetFilter).slice(0, maxChains) : [own])
  const types = assetTypeFilter?.map((type) => type.toUpperCase())
  const entries = chains.map(async (chain) => {
    const network = `eip155:${Number(chain)}`
    const query = `chainId=${encodeURIComponent(network)}&currency=usd`
    const { balances } = balanceResponse.parse(await gateway(`/v1/account/${address}/balance?${query}`))
    const wanted = assetFilter?.[chain]?.map((asset) => asset.address.toLowerCase())
    const assets = balances
      .filter((balance) => balance.chainId === network)
      .map((balance) => toAsset(balance, network))
      .filter(({ type }) => !types || types.includes(type))
      .filter((asset) => !wanted || wanted.includes(asset.address.toLowerCase()))
    return [chain, assets] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

function toAsset(
  { name, symbol, address, value, price, quantity, iconUrl }: TokenBalance,
  network: string,
): Asset {
  const decimals = Number(quantity.decimals)
  return {
    address: address === undefined ? 'native' : address.slice(network.length + 1),
    type: address === undefined ? 'NATIVE' : 'ERC20',
    balance: toHex(parseUnits(quantity.numeric, decimals)),
    // Without a value there is no price, which is then 0.
    metadata: { name, symbol, decimals, ...(value === undefined ? {} : { price, value }), iconUrl },
  }
}
