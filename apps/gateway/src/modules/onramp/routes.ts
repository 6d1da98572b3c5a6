import { createHash } from 'node:crypto'
import {
  type OnrampBuyQuoteRequest,
  type OnrampBuyQuoteResponse,
  type OnrampOptionsResponse,
  type OnrampPropertiesResponse,
  type OnrampProvidersResponse,
  type OnrampQuotesResponse,
  type OnrampSession,
  type OnrampUrlResponse,
  type OnrampWidgetResponse,
  onrampBuyQuoteRequest,
  onrampPropertyType,
  onrampQuotesRequest,
  onrampUrlRequest,
  onrampWidgetRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit, readBody } from '@portico/server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { IdempotencyStore } from '../../infra/http/createIdempotencyStore.ts'
import type { IpOf } from '../../infra/http/createIpOf.ts'
import { idempotent } from '../../infra/http/idempotent.ts'
import { Problem } from '../../infra/http/Problem.ts'
import type { OnrampProvider } from '../../sources/onramp/OnrampProvider.ts'
import { requireProject } from '../projects/requireProject.ts'
import type { Projects } from '../projects/service.ts'
import type { TokenService } from '../tokens/service.ts'
import type { OnrampCatalogue } from './createOnrampCatalogue.ts'
import type { OnrampQuotes } from './createOnrampQuotes.ts'
import type { OnrampSessions } from './createOnrampSessions.ts'
import type { WidgetRules } from './createWidgetRules.ts'
import { listProperties } from './listProperties.ts'
import { mergeOptions } from './mergeOptions.ts'
import { readPurchase } from './readPurchase.ts'
import { toBuyQuote, toQuote } from './toQuote.ts'

const maxWebhook = 256 * 1024
/** US dollars, if `POST /v1/generators/onrampurl` names no amount. */
const defaultAmount = 100

/** Routes of `/v1/onramp`. */
export function onrampRoutes({
  catalogue,
  quotes,
  sessions,
  rules,
  countries,
  tokens,
  projects,
  idempotency,
  widgetLimit,
  ipOf,
}: {
  catalogue: OnrampCatalogue
  quotes: OnrampQuotes
  sessions: OnrampSessions
  rules: WidgetRules
  countries: ReadonlySet<string> | undefined
  tokens: Pick<TokenService, 'iconUrl'>
  projects: Projects
  idempotency: IdempotencyStore
  /** Of one IP address. */
  widgetLimit: RateLimit
  ipOf: IpOf
}): Hono<AppEnv> {
  const project = requireProject({ projects })
  const limited: MiddlewareHandler<AppEnv> = async (c, next) => {
    for (const [name, value] of Object.entries(widgetLimit.take(ipOf(c))))
      c.header(name, value, { append: true })
    return next()
  }
  // A key belongs to project and address: the answer is a page for one visitor, which nobody else may get by guessing the key.
  const useIdempotency = idempotent({
    store: idempotency,
    scopeOf: (c) =>
      `${c.var.project.id} ${createHash('sha256').update(ipOf(c)).digest('base64url').slice(0, 22)}`,
  })
  const refuseEmpty: MiddlewareHandler<AppEnv> = async (_, next) => {
    if (catalogue.providers.length === 0) throw new Problem('onramp-not-configured')
    return next()
  }

  async function getOptions(c: Context<AppEnv>) {
    const { country, subdivision } = readPlace(c)
    const offerings = await catalogue.list({ country, subdivision })
    c.header('cache-control', 'private, max-age=3600')
    return c.json(
      mergeOptions({
        offerings,
        iconUrl: (chain, token) => tokens.iconUrl(chain, token),
      }) satisfies OnrampOptionsResponse,
    )
  }

  async function answerBuyQuote(c: Context<AppEnv>, request: OnrampBuyQuoteRequest) {
    const { purchaseCurrency, purchaseNetwork, paymentAmount, paymentCurrency, paymentMethod, country } =
      request
    const purchase = readPurchase(
      { currency: paymentCurrency, amount: paymentAmount, country, subdivision: request.subdivision },
      { currency: 'paymentCurrency', amount: 'paymentAmount', country: 'country' },
    )
    const [best] = await quotes.list({
      ...purchase,
      asset: { symbol: purchaseCurrency, network: purchaseNetwork || undefined },
      method: paymentMethod || undefined,
      exclude: new Set(),
    })
    if (!best) throw new Problem('onramp-unavailable', { detail: 'Nobody quotes this at the moment.' })
    return c.json(toBuyQuote(best, purchase) satisfies OnrampBuyQuoteResponse)
  }

  return new Hono<AppEnv>()
    .get('/v1/onramp/buy/options', project, getOptions)
    .get('/v1/onramp/options', project, getOptions)
    .get('/v1/onramp/buy/quotes', project, refuseEmpty, async (c) => {
      const query = onrampBuyQuoteRequest.safeParse(c.req.query())
      if (!query.success) {
        const [issue] = query.error.issues
        const pointer = String(issue?.path[0] ?? '')
        const detail = `${pointer}: Must be set.`
        throw new Problem('invalid-request', { detail, errors: [{ pointer, detail: 'Must be set.' }] })
      }
      return answerBuyQuote(c, query.data)
    })
    .post('/v1/onramp/quote', project, refuseEmpty, async (c) =>
      answerBuyQuote(c, await parseBody({ request: c.req.raw, schema: onrampBuyQuoteRequest })),
    )
    .post('/v1/onramp/multi/quotes', project, refuseEmpty, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: onrampQuotesRequest })
      const purchase = readPurchase(
        { currency: body.sourceCurrencyCode, amount: body.sourceAmount, country: body.countryCode },
        { currency: '/sourceCurrencyCode', amount: '/sourceAmount', country: '/countryCode' },
      )
      const list = await quotes.list({
        ...purchase,
        asset: {
          symbol: body.destinationCurrencyCode,
          network: body.destinationChainId,
          token: body.destinationTokenAddress,
        },
        method: body.paymentMethodType || undefined,
        exclude: new Set([body.excludeProviders ?? []].flat()),
      })
      return c.json(list.map((quoted) => toQuote(quoted, purchase)) satisfies OnrampQuotesResponse)
    })
    .get('/v1/onramp/providers', project, async (c) => {
      const countries = (c.req.query('countries') ?? '').toUpperCase().split(',').filter(Boolean)
      const ids = new Set<string>()
      // Without a country, all that are configured.
      for (const country of countries.slice(0, 10))
        for (const { provider } of await catalogue.list({ country, subdivision: undefined }))
          ids.add(provider.id)
      const list = catalogue.providers.filter(({ id }) => countries.length === 0 || ids.has(id))
      return c.json(
        list.map(({ id, name, quotes }) => ({
          serviceProvider: id,
          name,
          quotes,
        })) satisfies OnrampProvidersResponse,
      )
    })
    .get('/v1/onramp/providers/properties', project, async (c) => {
      const type = onrampPropertyType.safeParse(c.req.query('type')).data
      if (!type) {
        const detail = `Must be one of ${onrampPropertyType.options.join(', ')}.`
        throw new Problem('invalid-request', { detail, errors: [{ pointer: 'type', detail }] })
      }
      const [country] = (c.req.query('countries') ?? '').toUpperCase().split(',').filter(Boolean)
      // The list of countries is read before a country is known.
      const needsOffers = type !== 'countries' && type !== 'countries-defaults'
      const offerings = needsOffers ? await catalogue.list({ country, subdivision: undefined }) : []
      const options = mergeOptions({ offerings, iconUrl: (chain, token) => tokens.iconUrl(chain, token) })
      c.header('cache-control', 'private, max-age=3600')
      return c.json(listProperties({ type, options, countries }) satisfies OnrampPropertiesResponse)
    })
    .post('/v1/generators/onrampurl', project, refuseEmpty, limited, async (c) => {
      const body = await parseBody({ request: c.req.raw, schema: onrampUrlRequest })
      const origin = rules.originOf(c)
      const [wallet] = body.destinationWallets
      if (!wallet) {
        const detail = 'Must have an address.'
        throw new Problem('invalid-request', { detail, errors: [{ pointer: '/destinationWallets', detail }] })
      }
      await rules.checkAccount(c, wallet.address)
      const provider = catalogue.providers.find(({ id }) => id === 'coinbase') ?? catalogue.providers[0]
      const { widgetUrl } = await sessions.open({
        ...{ provider: provider as OnrampProvider, via: undefined, project: c.var.project },
        asset: {
          symbol: wallet.assets?.[0] ?? 'ETH',
          network: body.defaultNetwork ?? wallet.blockchains?.[0],
        },
        ...readPurchase(
          { currency: 'USD', amount: body.presetFiatAmount ?? defaultAmount, country: undefined },
          { currency: '', amount: '/presetFiatAmount', country: '' },
        ),
        ...{ method: undefined, wallet: wallet.address, redirectUrl: undefined, locked: [] },
        ...{ ip: ipOf(c), origin },
      })
      c.header('cache-control', 'no-store')
      return c.json({ url: widgetUrl } satisfies OnrampUrlResponse)
    })
    .post('/v1/onramp/widget', project, refuseEmpty, limited, useIdempotency, async (c) => {
      const { sessionData } = await parseBody({ request: c.req.raw, schema: onrampWidgetRequest })
      const origin = rules.originOf(c)
      rules.checkRedirect(sessionData.redirectUrl, origin)
      await rules.checkAccount(c, sessionData.walletAddress)
      const found = catalogue.find(sessionData.serviceProvider)
      if (!found) {
        const detail = 'Must be one of GET /v1/onramp/providers.'
        throw new Problem('invalid-request', {
          detail,
          errors: [{ pointer: '/sessionData/serviceProvider', detail }],
        })
      }
      const purchase = readPurchase(
        {
          currency: sessionData.sourceCurrencyCode,
          amount: sessionData.sourceAmount,
          country: sessionData.countryCode,
        },
        {
          currency: '/sessionData/sourceCurrencyCode',
          amount: '/sessionData/sourceAmount',
          country: '/sessionData/countryCode',
        },
      )
      const opened = await sessions.open({
        ...purchase,
        ...found,
        project: c.var.project,
        asset: {
          symbol: sessionData.destinationCurrencyCode,
          network: sessionData.destinationChainId,
          token: sessionData.destinationTokenAddress,
        },
        method: sessionData.paymentMethodType || undefined,
        wallet: sessionData.walletAddress,
        redirectUrl: sessionData.redirectUrl,
        locked: sessionData.lockFields ?? [],
        ip: ipOf(c),
        origin,
      })
      c.header('cache-control', 'no-store')
      return c.json(opened satisfies OnrampWidgetResponse)
    })
    .get('/v1/onramp/sessions/:id', project, async (c) => {
      const id = c.req.param('id')
      const session = /^[0-9a-f]{32}$/.test(id)
        ? await sessions.read({ id, projectId: c.var.project.id })
        : undefined
      if (!session) throw new Problem('not-found', { detail: 'There is no such purchase.' })
      c.header('cache-control', 'no-store')
      return c.json(session satisfies OnrampSession)
    })
    .post('/v1/onramp/webhooks/:provider', async (c) => {
      const provider = catalogue.providers.find(({ id }) => id === c.req.param('provider'))
      if (!provider) throw new Problem('not-found', { detail: 'This provider is not configured.' })
      const raw = await readBody({ request: c.req.raw, limit: maxWebhook })
      if (raw === undefined) throw new Problem('body-too-large', { detail: `At most ${maxWebhook} bytes.` })
      await sessions.takeWebhook({ provider, raw, header: (name) => c.req.header(name) })
      // The same for sessions that exist and for others.
      return c.body(null, 204)
    })
}

function readPlace(c: Context<AppEnv>): { country: string | undefined; subdivision: string | undefined } {
  const read = (name: string, form: RegExp) => {
    const value = c.req.query(name)?.toUpperCase() || undefined
    if (value === undefined || form.test(value)) return value
    const detail = 'Must be an ISO 3166 code.'
    throw new Problem('invalid-request', {
      detail: `${name}: ${detail}`,
      errors: [{ pointer: name, detail }],
    })
  }
  return { country: read('country', /^[A-Z]{2}$/), subdivision: read('subdivision', /^[A-Z0-9-]{1,6}$/) }
}
