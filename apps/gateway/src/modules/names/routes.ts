import { createHash } from 'node:crypto'
import { isCaipAddress, parseCaipAddress } from '@portico/protocol'
import {
  type NameNonceResponse,
  type NameRecord,
  type NameResponse,
  type NameSuggestionsResponse,
  type NamesOfAddressResponse,
  nameNonceResponse,
  nameRecord,
  nameRequest,
  nameResponse,
  nameSuggestionsResponse,
  namesOfAddressResponse,
} from '@portico/protocol/gateway'
import { parseBody, type RateLimit } from '@portico/server'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import * as z from 'zod/mini'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import type { IdempotencyStore } from '../../infra/http/createIdempotencyStore.ts'
import { idempotent } from '../../infra/http/idempotent.ts'
import type { Operation, Parameter } from '../../infra/http/openapi/Operation.ts'
import { exampleAccount } from '../../infra/http/openapi/parameters.ts'
import { Problem } from '../../infra/http/Problem.ts'
import { type NameService, toNameRecord } from './service.ts'

/**
 * `/v1/profile`: names of accounts. The routes need no project: names are public, and changes are signed by the owner
 * for this gateway.
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
  async function takeRateLimit(c: Context<AppEnv>): Promise<void> {
    const headers = await limit.take(`names ${ipOf(c)}`)
    for (const [name, value] of Object.entries(headers)) c.header(name, value)
  }
  const rateLimited: MiddlewareHandler<AppEnv> = async (c, next) => {
    await takeRateLimit(c)
    return next()
  }
  // Runs after the rate limit, because every key is stored for a day.
  const useIdempotency = idempotent({
    store: idempotency,
    // There is no project, so the scope is the IP address, of which only a hash is stored.
    scopeOf: (c) => `address ${createHash('sha256').update(ipOf(c)).digest('base64url').slice(0, 22)}`,
  })
  const bodyOf = (c: Context<AppEnv>) =>
    parseBody({ request: c.req.raw, schema: nameRequest, limit: 100 * 1024 })
  const nameOf = (c: Context<AppEnv>) => {
    const name = c.req.param('name') ?? ''
    if (name.length > 255)
      throw new Problem('invalid-request', {
        detail: 'The name is longer than 255 characters.',
        errors: [{ pointer: 'name', detail: 'Must have at most 255 characters.' }],
      })
    return name
  }

  return new Hono<AppEnv>()
    .get('/v1/profile/nonce', async (c) => {
      await takeRateLimit(c)
      c.header('cache-control', 'no-store')
      return c.json((await names.issueNonce()) satisfies NameNonceResponse)
    })
    .post('/v1/profile/account', rateLimited, useIdempotency, async (c) => {
      return c.json((await names.register(await bodyOf(c))) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/attributes', rateLimited, useIdempotency, async (c) => {
      const body = await bodyOf(c)
      return c.json((await names.setAttributes({ ...body, name: nameOf(c) })) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/address', rateLimited, useIdempotency, async (c) => {
      const body = await bodyOf(c)
      return c.json((await names.setAddress({ ...body, name: nameOf(c) })) satisfies NameRecord)
    })
    .post('/v1/profile/account/:name/release', rateLimited, useIdempotency, async (c) => {
      await names.release({ ...(await bodyOf(c)), name: nameOf(c) })
      return c.body(null, 204)
    })
    .get('/v1/profile/account/:name', async (c) => {
      const row = await names.get({ name: nameOf(c) })
      if (row) return c.json(toNameRecord(row) satisfies NameResponse)
      if (c.req.query('apiVersion') === '2') return c.json([] satisfies NameResponse)
      throw new Problem('not-found', { detail: 'This name is not registered.' })
    })
    .get('/v1/profile/reverse/:address', async (c) => {
      const address = c.req.param('address')
      if (address.length > 128)
        throw new Problem('invalid-request', {
          detail: 'The address is longer than 128 characters.',
          errors: [{ pointer: 'address', detail: 'Must have at most 128 characters.' }],
        })
      const account = isCaipAddress(address) ? parseCaipAddress(address) : undefined
      const rows = await names.reverse({
        address: account?.address ?? address,
        network: account && `${account.namespace}:${account.reference}`,
      })
      return c.json(rows.map(toNameRecord) satisfies NamesOfAddressResponse)
    })
    .get('/v1/profile/suggestions/:name', async (c) => {
      await takeRateLimit(c)
      const suggestions = await names.suggest({ name: nameOf(c), zone: c.req.query('zone') || undefined })
      return c.json(suggestions satisfies NameSuggestionsResponse)
    })
}

const name: Parameter = {
  in: 'path',
  name: 'name',
  description: 'The full name, normalised by ENSIP-15.',
  schema: z.string().check(z.maxLength(255)),
  example: 'alice.portico.local',
}

const body = {
  schema: nameRequest,
  description: '`message` is the signed text, see `createNameMessage` of @portico/protocol.',
  example: { message: '…', signature: '0x…', coin_type: 60, address: exampleAccount },
}

const signed = [
  'invalid-request',
  'body-too-large',
  'malformed-message',
  'name-mismatch',
  'nonce-used',
  'gateway-mismatch',
  'not-yet-valid',
  'expired',
  'address-mismatch',
  'signature-malformed',
  'signature-invalid',
  'client-required',
  'client-unavailable',
] as const

/** The operations of the names module. */
export const nameOperations: readonly Operation[] = [
  {
    id: 'getNameNonce',
    method: 'get',
    path: '/v1/profile/nonce',
    summary: 'Get a nonce for one name message',
    access: 'public',
    answers: {
      200: {
        description: 'The nonce and the fields that the message must contain. Valid for five minutes.',
        schema: nameNonceResponse,
      },
    },
    problems: ['names-not-configured'],
  },
  {
    id: 'registerName',
    method: 'post',
    path: '/v1/profile/account',
    summary: 'Register a name',
    description: 'Must be signed by the new owner. An account can own one name.',
    access: 'public',
    isIdempotent: true,
    body,
    answers: { 200: { description: 'The stored name.', schema: nameRecord } },
    problems: [
      ...signed,
      'name-invalid',
      'name-reserved',
      'name-taken',
      'name-owner-has-one',
      'name-cooling',
      'name-not-yours',
    ],
  },
  {
    id: 'setNameAttributes',
    method: 'post',
    path: '/v1/profile/account/{name}/attributes',
    summary: 'Change the text records of a name',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 200: { description: 'The stored name.', schema: nameRecord } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'setNameAddress',
    method: 'post',
    path: '/v1/profile/account/{name}/address',
    summary: 'Set the address of a coin',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 200: { description: 'The stored name.', schema: nameRecord } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'releaseName',
    method: 'post',
    path: '/v1/profile/account/{name}/release',
    summary: 'Release a name',
    description: 'Other accounts can register it one day later.',
    access: 'public',
    isIdempotent: true,
    parameters: [name],
    body,
    answers: { 204: { description: 'The name is released.' } },
    problems: [...signed, 'name-not-yours'],
  },
  {
    id: 'getName',
    method: 'get',
    path: '/v1/profile/account/{name}',
    summary: 'Get a name',
    access: 'public',
    parameters: [
      name,
      {
        in: 'query',
        name: 'apiVersion',
        description: 'With `2`, an unknown name returns an empty list; otherwise 404.',
        schema: z.string(),
        example: '2',
        isShown: true,
      },
    ],
    answers: { 200: { description: 'The name, or an empty list.', schema: nameResponse } },
    problems: ['invalid-request', 'not-found'],
  },
  {
    id: 'getNamesOfAddress',
    method: 'get',
    path: '/v1/profile/reverse/{address}',
    summary: 'List the names an address has registered',
    access: 'public',
    parameters: [
      {
        in: 'path',
        name: 'address',
        description: 'An address of a supported namespace, or a CAIP-10 account.',
        schema: z.string().check(z.maxLength(128)),
        example: exampleAccount,
      },
    ],
    answers: {
      200: {
        description:
          'Names that other accounts have pointed at the address are not included. The name of a smart account is included only for a CAIP-10 account, as its address may belong to somebody else on another network.',
        schema: namesOfAddressResponse,
      },
    },
    problems: ['invalid-request'],
  },
  {
    id: 'suggestNames',
    method: 'get',
    path: '/v1/profile/suggestions/{name}',
    summary: 'Suggest available names',
    access: 'public',
    parameters: [
      { ...name, description: 'The desired name, with or without the zone.', example: 'alice' },
      {
        in: 'query',
        name: 'zone',
        description: 'The zone; must be the gateway’s own.',
        schema: z.string(),
      },
    ],
    answers: {
      200: {
        description: 'At most five. The desired name comes first if it is valid.',
        schema: nameSuggestionsResponse,
      },
    },
    problems: ['invalid-request'],
  },
]
