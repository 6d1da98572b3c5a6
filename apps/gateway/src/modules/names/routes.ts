import { createHash } from 'node:crypto'
import {
  type NameNonceResponse,
  type NameRecord,
  type NameResponse,
  type NameSuggestionsResponse,
  type NamesOfAddressResponse,
  nameRequest,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import type { AppEnv } from '../../http/AppEnv.ts'
import type { IdempotencyStore } from '../../http/createIdempotencyStore.ts'
import { HttpProblem } from '../../http/HttpProblem.ts'
import { idempotent } from '../../http/idempotent.ts'
import { type NameService, toNameRecord } from './service.ts'

/**
 * `/v1/profile`: names of accounts. Without a project: names are public, and what changes one is signed by its owner for
 * this gateway.
 */
export function nameRoutes({
  names,
  idempotency,
  limit,
  ipOf,
}: {
  names: NameService
  idempotency: IdempotencyStore
  limit: RateLimit
  ipOf: (c: Context<AppEnv>) => string
}): Hono<AppEnv> {
  async function takeTurn(c: Context<AppEnv>): Promise<void> {
    const headers = await limit.take(`names ${ipOf(c)}`)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  }
  const turn: MiddlewareHandler<AppEnv> = async (c, next) => {
    await takeTurn(c)
    return next()
  }
  // After the turn is taken: a key is kept for a day, whoever sent it.
  const once = idempotent({
    store: idempotency,
    // There is no project here. Of the address only a hash is kept.
    scopeOf: (c) => `address ${createHash('sha256').update(ipOf(c)).digest('base64url').slice(0, 22)}`,
  })
  const bodyOf = (c: Context<AppEnv>) =>
    parseBody({ request: c.req.raw, schema: nameRequest, limit: 100 * 1024 })
  const nameOf = (c: Context<AppEnv>) => {
    const name = c.req.param('name') ?? ''
    if (name.length > 255)
      throw new HttpProblem('invalid-request', {
        detail: 'The name is longer than 255 characters.',
        errors: [{ pointer: 'name', detail: 'Must have 255 characters at most.' }],
      })
    return name
  }

  return new Hono<AppEnv>()
    .get('/v1/profile/nonce', async (c) => {
      await takeTurn(c)
      c.header('cache-control', 'no-store')
      return c.json((await names.issueNonce()) satisfies NameNonceResponse)
    })
    .post('/v1/profile/account', turn, once, async (c) => {
      return c.json((await names.register(await bodyOf(c))) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/attributes', turn, once, async (c) => {
      const body = await bodyOf(c)
      return c.json((await names.setAttributes({ ...body, name: nameOf(c) })) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/address', turn, once, async (c) => {
      const body = await bodyOf(c)
      return c.json((await names.setAddress({ ...body, name: nameOf(c) })) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/release', turn, once, async (c) => {
      await names.release({ ...(await bodyOf(c)), name: nameOf(c) })
      return c.body(null, 204)
    })
    .get('/v1/profile/account/:name', async (c) => {
      const row = await names.get({ name: nameOf(c) })
      if (row) return c.json(toNameRecord(row) satisfies NameResponse)
      if (c.req.query('apiVersion') === '2') return c.json([] satisfies NameResponse)
      throw new HttpProblem('not-found', { detail: 'Nobody has registered this name.' })
    })
    .get('/v1/profile/reverse/:address', async (c) => {
      const address = c.req.param('address')
      if (address.length > 128)
        throw new HttpProblem('invalid-request', {
          detail: 'The address is longer than 128 characters.',
          errors: [{ pointer: 'address', detail: 'Must have 128 characters at most.' }],
        })
      const rows = await names.reverse({ address })
      return c.json(rows.map(toNameRecord) satisfies NamesOfAddressResponse)
    })
    .get('/v1/profile/suggestions/:name', async (c) => {
      await takeTurn(c)
      const suggestions = await names.suggest({ name: nameOf(c), zone: c.req.query('zone') || undefined })
      return c.json(suggestions satisfies NameSuggestionsResponse)
    })
}
