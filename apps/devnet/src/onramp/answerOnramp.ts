import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Answer } from '../http/Answer.ts'
import { json } from '../http/json.ts'
import type { PageRequest } from '../http/PageRequest.ts'
import type { AnswerPage } from '../http/servePages.ts'
import { htmlPage } from '../identity/pages/htmlPage.ts'
import type { Orders } from './createOrders.ts'
import { localOnramp } from './localOnramp.ts'
import type { OrderAction } from './Order.ts'
import { orderPage } from './pages/orderPage.ts'
import { findOrderAsset, quoteOrder } from './quoteOrder.ts'

const text = z.string().max(2048)
const wish = z.object({ chainId: text, token: text.nullable(), currency: text, amount: text })
const newOrder = wish.extend({
  reference: text,
  wallet: text,
  redirectUrl: z
    .url({ protocol: /^https?$/ })
    .max(2048)
    .nullable(),
})
const actions = z.object({ action: z.enum(['pay', 'decline', 'hang', 'expire']) })
const pageActions: readonly string[] = ['pay', 'decline', 'hang']
const css = readFileSync(join(import.meta.dirname, '../identity/pages/identity.css'))

/**
 * Creates the answers of the local provider. Its API is below `/api`; `GET /api/orders` and `POST /api/orders/{id}` with an action are for
 * tests. The page of an order is `/buy/{id}`.
 */
export function answerOnramp({ url, orders }: { url: string; orders: Orders }): AnswerPage {
  async function answer({ method, path, headers, body }: PageRequest): Promise<Answer> {
    const isJson = headers['content-type']?.split(';')[0] === 'application/json'
    const [, page] = /^\/buy\/([0-9a-f]{32})$/.exec(path) ?? []
    const [, order] = /^\/api\/orders\/([0-9a-f]{32})$/.exec(path) ?? []
    if (method === 'GET') {
      if (path === '/') return indexPage()
      if (path === '/identity.css') return { status: 200, headers: { 'content-type': 'text/css' }, body: css }
      if (path === '/api/options') return json(options())
      if (path === '/api/orders')
        return json(orders.list().map(({ asset, ...order }) => ({ ...order, chainId: asset.chainId })))
      const found = page === undefined ? undefined : orders.get(page)
      if (found) return orderPage(found)
    }
    if (method === 'POST' && page !== undefined) return answerPage(page, body)
    // A page of another origin cannot send this content type without permission.
    if (method === 'POST' && isJson) {
      if (path === '/api/quotes') return answerQuote(body)
      if (path === '/api/orders')
        return isPartner(headers) ? answerOrder(body) : json({ error: 'Wrong secret.' }, 401)
      if (order !== undefined) {
        const parsed = actions.safeParse(parseJson(body))
        if (!parsed.success) return json({ error: z.prettifyError(parsed.error) }, 400)
        const changed = await orders.act(order, parsed.data.action)
        if (changed) return json({ status: changed.status, hash: changed.hash })
      }
    }
    return json({ error: `There is no ${method} ${path}.` }, 404)
  }

  function answerQuote(body: string): Answer {
    const parsed = wish.safeParse(parseJson(body))
    if (!parsed.success) return json({ error: z.prettifyError(parsed.error) }, 400)
    const asset = findOrderAsset(parsed.data.chainId, parsed.data.token)
    const quote = asset && quoteOrder({ ...parsed.data, asset })
    return quote ? json(quote) : json({ error: 'This is not sold.' }, 422)
  }

  function answerOrder(body: string): Answer {
    const parsed = newOrder.safeParse(parseJson(body))
    if (!parsed.success) return json({ error: z.prettifyError(parsed.error) }, 400)
    const { reference, wallet, redirectUrl, currency, amount, chainId, token } = parsed.data
    const asset = findOrderAsset(chainId, token)
    const quote = asset && quoteOrder({ asset, currency, amount })
    if (!quote) return json({ error: 'This is not sold.' }, 422)
    const { receives } = quote
    const { id } = orders.add({ reference, wallet, redirectUrl, currency, amount, asset, receives })
    return json({ url: `${url}/buy/${id}` }, 201)
  }

  async function answerPage(id: string, body: string): Promise<Answer> {
    const action = new URLSearchParams(body).get('action') ?? ''
    if (!pageActions.includes(action)) return json({ error: 'There is no such button.' }, 400)
    const order = await orders.act(id, action as OrderAction)
    if (!order) return json({ error: 'There is no such purchase.' }, 404)
    // Not shown at once, so that loading the page again does not send the form again.
    return { status: 303, headers: { location: `/buy/${id}` }, body: '' }
  }

  return answer
}

function options() {
  const { assets, currencies, minimum, maximum } = localOnramp
  return {
    assets: assets.map(({ price, decimals, ...asset }) => asset),
    currencies: Object.keys(currencies).map((code) => ({ code, minimum, maximum })),
  }
}

function indexPage(): Answer {
  return htmlPage({
    title: 'Play money',
    content: `<p>This provider sells the coins of the local networks for play money. Open it from an application: choose Buy in the
      account view.</p>`,
  })
}

function isPartner(headers: PageRequest['headers']): boolean {
  const hash = (value: string) => createHash('sha256').update(value).digest()
  return timingSafeEqual(hash(headers.authorization ?? ''), hash(`Bearer ${localOnramp.secret}`))
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    // The schema refuses it with a message.
    return undefined
  }
}
