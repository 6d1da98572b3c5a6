import { type CaipNetworkId, isCaipAddress, parseCaipAddress } from '@portico/protocol'
import {
  type FungiblePrice,
  type FungiblePriceResponse,
  fungiblePriceRequest,
  fungiblePriceResponse,
} from '@portico/protocol/gateway'
import { type FieldProblem, type Log, parseBody } from '@portico/server'
import { Hono } from 'hono'
import type { Chain } from '../../chains/shared/Chain.ts'
import { nativeCoin } from '../../chains/shared/nativeCoin.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { currencies } from '../../infra/http/currencies.ts'
import type { Operation } from '../../infra/http/openapi/Operation.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { readChoice } from '../../infra/http/readChoice.ts'
import type { Projects } from '../projects/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { PriceService } from './service.ts'

const timeoutMs = 9000
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/** A requested asset. `input` is the address as the client sent it. */
type RequestedAsset = { input: string; chain: CaipNetworkId; asset: string }

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
    // Start both at once, so that their calls are batched.
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
    const requested = readAddresses(body.addresses)
    const deadline = Date.now() + timeoutMs
    const rate = await prices.rate({ currency, deadline })
    const requestedChains = [...chains.values()].filter(({ id }) =>
      requested.some(({ chain }) => chain === id),
    )
    const found = new Map(
      await Promise.all(
        requestedChains.map(async (chain) => {
          const assets = [
            ...new Set(requested.filter((one) => one.chain === chain.id).map(({ asset }) => asset)),
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
    const missing = requestedChains.filter(({ id }) => !found.get(id)).map(({ id }) => id)
    if (requestedChains.length > 0 && missing.length === requestedChains.length)
      throw new Problem('upstream-unavailable')
    if (missing.length > 0) c.header('server-timing', missing.map((id) => `missing;desc="${id}"`).join(', '))

    const fungibles = requested.flatMap(({ input, chain: id, asset }): FungiblePrice[] => {
      const chain = chains.get(id)
      const read = found.get(id)
      if (!chain || !read) return []
      const about = asset === 'native' ? nativeCoin(chain) : read.metadata.get(asset)
      if (!about?.symbol || about.decimals === null) return []
      const dollars = read.price.get(asset)
      const price = dollars === undefined || rate === undefined ? undefined : dollars * rate
      return [
        {
          address: input,
          name: about.name ?? about.symbol,
          symbol: about.symbol,
          iconUrl: tokens.iconUrl(id, asset === 'native' ? undefined : asset) ?? '',
          price: price ?? 0,
          isPriced: price !== undefined,
          decimals: String(about.decimals),
        },
      ]
    })
    return c.json({ fungibles } satisfies FungiblePriceResponse)
  })
}

function readAddresses(addresses: readonly string[]): RequestedAsset[] {
  const errors: FieldProblem[] = []
  const requested = addresses.flatMap((input, index): RequestedAsset[] => {
    const parts = isCaipAddress(input) ? parseCaipAddress(input) : undefined
    if (!parts || !/^0x[0-9a-fA-F]{40}$/.test(parts.address)) {
      errors.push({ pointer: `/addresses/${index}`, detail: 'Must be a contract address in CAIP-10 form.' })
      return []
    }
    const address = parts.address.toLowerCase()
    const chain = `${parts.namespace}:${parts.reference}` as CaipNetworkId
    return [{ input, chain, asset: address === native ? 'native' : address }]
  })
  if (errors.length > 0)
    throw new Problem('invalid-request', { detail: 'Some addresses are invalid.', errors })
  return requested
}

/** The operations of the prices module. */
export const priceOperations: readonly Operation[] = [
  {
    id: 'getPrices',
    method: 'post',
    path: '/v1/fungible/price',
    cost: 5,
    summary: 'Get prices of coins and tokens',
    description: 'The project ID may also be sent in the body.',
    access: 'project',
    body: {
      schema: fungiblePriceRequest,
      description: 'Contract addresses in CAIP-10 form. The native coin of a chain is 0xeeee…ee (40 digits).',
      example: { currency: 'eur', addresses: ['eip155:31337:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] },
    },
    answers: {
      200: {
        description: 'The known tokens, in the order of the request. `isPriced` is false without a price.',
        schema: fungiblePriceResponse,
        headers: ['server-timing'],
      },
    },
    problems: ['invalid-request', 'body-too-large', 'upstream-unavailable'],
  },
]
