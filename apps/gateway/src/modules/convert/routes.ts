import { type CaipNetworkId, isCaipNetworkId, RpcError } from '@portico/protocol'
import {
  type ConvertAllowanceResponse,
  type ConvertApproveResponse,
  type ConvertGasPriceResponse,
  type ConvertQuotesResponse,
  type ConvertTokensResponse,
  type ConvertTransaction,
  convertBuildRequest,
} from '@portico/protocol/gateway'
import { writeApproval } from '@portico/protocol/swaps'
import { parseBody } from '@portico/server'
import { type Context, Hono } from 'hono'
import type { Chain } from '../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../chains/shared/upstreams/UpstreamsFailedError.ts'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { matchesTag } from '../../infra/http/matchesTag.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { weakTag } from '../../infra/http/weakTag.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { ConvertService } from './createConvertService.ts'
import type { ConvertTokens } from './createConvertTokens.ts'
import { readAllowance, readHeld } from './readAllowance.ts'
import { readGasPrices } from './readGasPrices.ts'
import { readAccount, readAsset, readPercent, readSwapRequest, readUnits } from './readSwapRequest.ts'

/** Gas of an approval, with a reserve for tokens behind proxies. */
const approveGas = '80000'
/** Where quotes give gas in base units of the coin itself, a unit of it costs one. */
const coinPrices: ConvertGasPriceResponse = { standard: '1', fast: '1', instant: '1' }

/** Routes of `/v1/convert`. */
export function convertRoutes({
  convert,
  convertTokens,
  chains,
  spendersOf,
  projects,
}: {
  convert: ConvertService
  convertTokens: ConvertTokens
  chains: ReadonlyMap<CaipNetworkId, Chain>
  /** The contracts that may be allowed to take tokens on a network, by provider; the first is the default. */
  spendersOf: (chain: CaipNetworkId) => readonly { provider: string; spender: string }[]
  projects: Projects
}): Hono<AppEnv> {
  const project = requireProject({ projects })
  const { serves } = convert

  function networkOf(id: string): CaipNetworkId {
    if (isCaipNetworkId(id) && serves(id)) return id
    throw new Problem('chain-not-supported', { detail: `No swaps on ${id.slice(0, 60)}.` })
  }

  async function gasPricesOf(id: CaipNetworkId): Promise<ConvertGasPriceResponse> {
    const chain = chains.get(id)
    return chain ? readGasPrices(chain) : coinPrices
  }

  return new Hono<AppEnv>()
    .get('/v1/convert/tokens', project, async (c) => {
      const chain = networkOf(c.req.query('chainId') ?? '')
      const address = c.req.query('address')
      const wanted = address === undefined ? undefined : readAsset('address', toCaip(chain, address))
      const tokens = await answering(async () => {
        if (!wanted) return convertTokens.list(chain)
        const found = await convertTokens.find({ chain, address: wanted.address })
        return found ? [found] : []
      })
      const body = JSON.stringify({ tokens } satisfies ConvertTokensResponse)
      const tag = weakTag([body])
      c.header('cache-control', 'public, max-age=3600')
      c.header('etag', tag)
      if (matchesTag(c.req.header('if-none-match'), tag)) return c.body(null, 304)
      return c.body(body, 200, { 'content-type': 'application/json' })
    })
    .get('/v1/convert/quotes', project, async (c) => {
      const read = (name: string) => c.req.query(name)
      const [slippage, price] = [read('slippage'), read('gasPrice')]
      const slippageBps = slippage ? readPercent('slippage', slippage) : undefined
      const request = readSwapRequest({ read, slippageBps, serves })
      const gasPrice = price ? readUnits('gasPrice', price) : undefined
      const quotes = await answering(() => convert.quote({ ...request, gasPrice }))
      return uncached(c).json({ quotes } satisfies ConvertQuotesResponse)
    })
    .get('/v1/convert/allowance', project, async (c) => {
      const token = readAsset('tokenAddress', c.req.query('tokenAddress'))
      const user = readAccount('userAddress', c.req.query('userAddress'))
      const id = networkOf(token.chain)
      const chain = chains.get(id)
      const provider = c.req.query('provider')
      const found = spendersOf(id).find((one) => provider === undefined || one.provider === provider)
      if (!chain || user.chain !== id || !found)
        throw new Problem('invalid-request', {
          detail: 'The account must be on the network of the token, and the provider must swap there.',
        })
      const query = { chain, token: token.address, owner: user.address, spender: found.spender }
      const allowance = await answering(() => readAllowance(query))
      return uncached(c).json({ allowance: `${allowance}` } satisfies ConvertAllowanceResponse)
    })
    .get('/v1/convert/gas-price', project, async (c) => {
      const id = networkOf(c.req.query('chainId') ?? '')
      const prices = await answering(() => gasPricesOf(id))
      return uncached(c).json(prices satisfies ConvertGasPriceResponse)
    })
    .get('/v1/convert/build-approve', project, async (c) => {
      const from = readAsset('from', c.req.query('from'))
      const to = readAsset('to', c.req.query('to'))
      const user = readAccount('userAddress', c.req.query('userAddress'))
      const id = networkOf(from.chain)
      const chain = chains.get(id)
      if (from.address === 'native' || to.chain !== id || user.chain !== id)
        throw new Problem('invalid-request', {
          detail: 'Token, account and spender must be on one network, and the coin needs no approval.',
        })
      const spenders = spendersOf(id)
      // Never another contract: a page that names the token it buys, as other kits do, means the default one.
      const found = spenders.find(({ spender }) => spender.toLowerCase() === to.address) ?? spenders[0]
      if (!chain || !found) throw new Problem('swap-no-route')
      const amountText = c.req.query('amount')
      const amount = amountText ? readUnits('amount', amountText) : undefined
      const [held, { standard }] = await answering(() =>
        Promise.all([
          amount ?? readHeld({ chain, token: from.address, owner: user.address }),
          readGasPrices(chain),
        ]),
      )
      const call = writeApproval({ token: from.address, spender: found.spender, amount: held })
      const eip155 = { gas: approveGas, gasPrice: standard }
      return uncached(c).json({
        tx: { from: user.address, to: call.to, data: call.data, value: '0', eip155 },
      } satisfies ConvertApproveResponse)
    })
    .post('/v1/convert/build-transaction', async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: convertBuildRequest })
      const found = projects.authorize({
        projectId: c.req.query('projectId') || c.req.header('x-project-id') || body.projectId || undefined,
        origin: c.req.header('origin'),
        authorization: c.req.header('authorization'),
      })
      c.set('project', found)
      c.var.takeProject?.(found)
      const { slippage, permit } = body.eip155 ?? {}
      if (permit !== undefined)
        throw new Problem('invalid-request', {
          detail: 'Allow the spender instead: permits are written by the kit.',
        })
      const slippageBps = slippage === undefined ? undefined : Math.round(slippage * 100)
      const request = readSwapRequest({ read: (name) => body[name], slippageBps, serves })
      const minimum = body.minAmount === undefined ? undefined : readUnits('minAmount', body.minAmount)
      const built = await answering(() => convert.build({ ...request, minimum, quoteId: body.quoteId }))
      return uncached(c).json(built satisfies ConvertTransaction)
    })
}

/** An upstream with an unusable response, or without quota, counts as unavailable. */
async function answering<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpstreamsFailedError || error instanceof RpcError)
      throw new Problem('upstream-unavailable', { cause: error })
    throw error
  }
}

function uncached(c: Context<AppEnv>): Context<AppEnv> {
  c.header('cache-control', 'no-store')
  return c
}

function toCaip(chain: CaipNetworkId, address: string): string {
  return address.includes(':') ? address : `${chain}:${address}`
}
