import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/protocol'
import {
  type FungiblePrice,
  type FungiblePriceResponse,
  fungiblePriceRequest,
} from '@portico/protocol/gateway'
import type { FieldProblem } from '@portico/server'
import { type Log, parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { Chain } from '../../chain/Chain.ts'
import { nativeCoin } from '../../chain/nativeCoin.ts'
import type { AppEnv } from '../../http/AppEnv.ts'
import { currencies } from '../../http/currencies.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { readChoice } from '../../http/readChoice.ts'
import type { Projects } from '../projects/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { PriceService } from './service.ts'

const patience = 9000
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** An address that was asked for. */
type Wanted = { given: string; chain: CaipNetworkId; asset: string }

/** `POST /v1/fungible/price` */
export function priceRoutes({
  prices,
  tokens,
  chains,
  projects,
  log,
}: {
  prices: PriceService
  tokens: TokenService
  chains: ReadonlyMap<CaipNetworkId, Chain>
  projects: Projects
  log: Log
}): Hono<AppEnv> {
  async function readChain(chain: Chain, assets: readonly string[], deadline: number) {
    const addresses = assets.filter((asset) => asset !== 'native')
    const describe = await tokens.prepare({ chain, addresses, deadline })
    // Both start now, so that they are read together.
    const [metadata, price] = await Promise.all([
      describe(),
      prices.read({ chain: chain.id, assets, deadline }),
    ])
    return { metadata, price }
  }

  return new Hono<AppEnv>().post('/v1/fungible/price', async (c) => {
    const body = await parseBody({ request: c.req.raw, schema: fungiblePriceRequest })
    const project = projects.authorize({
      projectId: c.req.query('projectId') || c.req.header('x-project-id') || body.projectId || undefined,
      origin: c.req.header('origin'),
      authorization: c.req.header('authorization'),
    })
    c.set('project', project)
    c.var.takeProject?.(project)
    const currency = readChoice({
      name: 'currency',
      value: body.currency,
      choices: currencies,
      fallback: 'usd',
    })
    const wanted = readAddresses(body.addresses)
    const deadline = Date.now() + patience
    const rate = await prices.rate({ currency, deadline })
    const asked = [...chains.values()].filter(({ id }) => wanted.some(({ chain }) => chain === id))
    const found = new Map(
      await Promise.all(
        asked.map(async (chain) => {
          const assets = [
            ...new Set(wanted.filter((one) => one.chain === chain.id).map(({ asset }) => asset)),
          ]
          try {
            return [chain.id, await readChain(chain, assets, deadline)] as const
          } catch (error) {
            log.warn({ requestId: c.var.requestId, chain: chain.id, error }, 'prices of a chain failed')
            return [chain.id, undefined] as const
          }
        }),
      ),
    )
    const missing = asked.filter(({ id }) => !found.get(id)).map(({ id }) => id)
    if (asked.length > 0 && missing.length === asked.length) throw new HttpProblem('upstream-unavailable')
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))

    const fungibles = wanted.flatMap(({ given, chain: id, asset }): FungiblePrice[] => {
      const chain = chains.get(id)
      const read = found.get(id)
      if (!chain || !read) return []
      const about = asset === 'native' ? nativeCoin(chain) : read.metadata.get(asset)
      if (!about?.symbol || about.decimals === null) return []
      const dollars = read.price.get(asset)
      const price = dollars === undefined || rate === undefined ? undefined : dollars * rate
      return [
        {
          address: given,
          name: about.name ?? about.symbol,
          symbol: about.symbol,
          iconUrl: tokens.iconUrl(id, asset) ?? '',
          price: price ?? 0,
          isPriced: price !== undefined,
          decimals: String(about.decimals),
        },
      ]
    })
    return c.json({ fungibles } satisfies FungiblePriceResponse)
  })
}

function readAddresses(addresses: readonly string[]): Wanted[] {
  const errors: FieldProblem[] = []
  const wanted = addresses.flatMap((given, index): Wanted[] => {
    const parts = isCaipAddress(given) ? parseCaipAddress(given) : undefined
    if (!parts || !/^0x[0-9a-fA-F]{40}$/.test(parts.address)) {
      errors.push({ pointer: `/addresses/${index}`, detail: 'Must be a CAIP-10 contract.' })
      return []
    }
    const address = parts.address.toLowerCase()
    const chain = `${parts.namespace}:${parts.reference}` as CaipNetworkId
    return [{ given, chain, asset: address === native ? 'native' : address }]
  })
  if (errors.length > 0)
    throw new HttpProblem('invalid-request', { detail: 'Some addresses cannot be read.', errors })
  return wanted
}
