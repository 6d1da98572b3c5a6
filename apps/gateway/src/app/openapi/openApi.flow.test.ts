import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { AppEnv } from '../../infra/http/AppEnv.ts'
import { problems } from '../../infra/http/problems.ts'
import { chainOperations } from '../../modules/chains/routes.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createDocument } from './document/createDocument.ts'
import { groupOperations } from './document/groupOperations.ts'
import { checkAnswers } from './testing/checkAnswers.ts'
import { toTemplate } from './testing/toTemplate.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'] }

async function makeGroups() {
  const { services } = await createTestApp({ rpcUrls })
  return groupOperations(Object.values(services.modules))
}

describe('createDocument', () => {
  test('behavior: the document is valid OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(createDocument(await makeGroups())))
    const validator = new Validator()
    const { valid, errors } = await validator.validate(document)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  test('behavior: every reference resolves', async () => {
    const document = createDocument(await makeGroups())
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
      ([, path = '']) => path,
    )
    expect(references.length).toBeGreaterThan(100)
    for (const path of references) {
      const target = path
        .split('/')
        .reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], document)
      expect([path, typeof target]).toEqual([path, 'object'])
    }
  })

  test('behavior: IDs are unique, and the described path parameters are those of the path', async () => {
    const { operations } = await createTestApp({ rpcUrls })
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    for (const { id, path, parameters = [] } of operations) {
      const given = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect([id, given]).toEqual([id, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
    }
  })
})

describe('groupOperations', () => {
  test('behavior: the described operations are exactly the routes', async () => {
    const { app, services } = await createTestApp({ rpcUrls })
    const operations = groupOperations(Object.values(services.modules)).flatMap((group) => group.operations)
    const routes = app.routes
      .filter(({ method }) => method !== 'ALL' && method !== 'OPTIONS')
      .map(({ method, path }) => `${method} ${toTemplate(path)}`)
    const described = operations.map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    expect(described.sort()).toEqual([...new Set(routes)].sort())
  })
})

describe('GET /openapi.json and /docs', () => {
  test.each([
    ['/openapi.json', 'application/json'],
    ['/docs', 'text/html; charset=utf-8'],
  ])('behavior: %s has a strong ETag and returns 304 for it', async (path, type) => {
    const { app } = await createTestApp({ rpcUrls })
    const first = await app.request(path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(first.headers.get('content-type')).toBe(type)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    const second = await app.request(path, { headers: { 'if-none-match': tag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('behavior: the page has no scripts and loads nothing; the policy allows its style by hash', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const response = await app.request('/docs')
    const page = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\sstyle=|\son\w+=|url\(|@import/i)
    // Links point only to pages of this gateway.
    expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, to]) => !/^[/#]/.test(to ?? ''))).toEqual(
      [],
    )
  })

  test('behavior: the page contains every operation and problem, and every link has a target', async () => {
    const { app, operations } = await createTestApp({ rpcUrls })
    const page = await (await app.request('/docs')).text()
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    for (const { id } of operations) expect(ids).toContain(id)
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id)
    for (const code of Object.keys(problems)) expect(page).toContain(`href="/problems/${code}"`)
  })

  test('behavior: the page contains no unrendered values', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const page = await (await app.request('/docs')).text()
    expect(page).not.toMatch(/undefined|\[object |NaN/)
  })
})

describe('checkAnswers', () => {
  test.each([
    ['an additional field', { http: [], ws: [], more: 1 }, 200, 'additional properties'],
    ['a field of another type', { http: [1], ws: [] }, 200, 'must be string'],
    ['a status that is not described', { http: [], ws: [] }, 202, 'no such status'],
  ])('error: %s', async (_, body, status, reason) => {
    const app = new Hono<AppEnv>().get('/v1/supported-chains', (c) => c.json(body, status as 200))
    checkAnswers(app, chainOperations)
    await expect(app.request('/v1/supported-chains')).rejects.toThrow(reason)
  })
})
