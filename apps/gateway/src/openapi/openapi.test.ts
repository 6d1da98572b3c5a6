import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import type { AppEnv } from '../http/AppEnv.ts'
import { problems } from '../http/problems.ts'
import { createTestApp } from '../testing/createTestApp.ts'
import { createDocument } from './createDocument.ts'
import { operationGroups } from './operationGroups.ts'
import { checkAnswers } from './testing/checkAnswers.ts'
import { toTemplate } from './testing/toTemplate.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:1'] }
const operations = operationGroups.flatMap((group) => group.operations)

describe('createDocument', () => {
  test('behavior: the document is one of OpenAPI 3.1', async () => {
    const document = JSON.parse(JSON.stringify(createDocument(operationGroups)))
    const validator = new Validator()
    const { valid, errors } = await validator.validate(document)
    expect(errors).toBeUndefined()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  test('behavior: every reference leads somewhere', () => {
    const document = createDocument(operationGroups)
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

  test('behavior: ids are unique, and path parameters are those of the path', () => {
    expect(new Set(operations.map(({ id }) => id)).size).toBe(operations.length)
    for (const { id, path, parameters = [] } of operations) {
      const given = parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name)
      expect([id, given]).toEqual([id, [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)])
    }
  })
})

describe('operationGroups', () => {
  test('behavior: every route is described, and everything described is a route', async () => {
    const { app } = await createTestApp({ rpcUrls })
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
  ])('behavior: %s has a strong tag, and 304 by it', async (path, type) => {
    const { app } = await createTestApp({ rpcUrls })
    const first = await app.request(path)
    const tag = first.headers.get('etag') ?? ''
    expect(tag).toMatch(/^"[\w-]{22}"$/)
    expect(first.headers.get('content-type')).toBe(type)
    expect(first.headers.get('cache-control')).toBe('public, max-age=300')
    const second = await app.request(path, { headers: { 'if-none-match': tag } })
    expect([second.status, await second.text()]).toEqual([304, ''])
  })

  test('behavior: the page runs nothing, loads nothing, and its style is the one the policy names', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const response = await app.request('/docs')
    const page = await response.text()
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(page).not.toMatch(/<script|<link|<img|<iframe|\sstyle=|\son\w+=|url\(|@import/i)
    // Only to pages of this gateway.
    expect([...page.matchAll(/(?:href|src)="([^"]*)"/g)].filter(([, to]) => !/^[/#]/.test(to ?? ''))).toEqual(
      [],
    )
  })

  test('behavior: every operation and problem has its place on the page, and every link one to go to', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const page = await (await app.request('/docs')).text()
    const ids = [...page.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)
    expect(ids.length).toBe(new Set(ids).size)
    for (const { id } of operations) expect(ids).toContain(id)
    for (const [, id] of page.matchAll(/href="#([^"]*)"/g)) expect(ids).toContain(id)
    for (const code of Object.keys(problems)) expect(page).toContain(`href="/problems/${code}"`)
  })

  test('behavior: nothing is left unwritten', async () => {
    const { app } = await createTestApp({ rpcUrls })
    const page = await (await app.request('/docs')).text()
    expect(page).not.toMatch(/undefined|\[object |NaN/)
  })
})

describe('checkAnswers', () => {
  test.each([
    ['a field no schema knows', { http: [], ws: [], more: 1 }, 200, 'additional properties'],
    ['a field of another type', { http: [1], ws: [] }, 200, 'must be string'],
    ['a status that is not described', { http: [], ws: [] }, 202, 'no such status'],
  ])('error: %s', async (_, body, status, reason) => {
    const app = new Hono<AppEnv>().get('/v1/supported-chains', (c) => c.json(body, status as 200))
    checkAnswers(app)
    await expect(app.request('/v1/supported-chains')).rejects.toThrow(reason)
  })
})
