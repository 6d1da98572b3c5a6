import { projectConfigResponse } from '@portico/protocol/gateway'
import { describe, expect, test, vi } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createSecretKey } from './secretKey.ts'
import { createProjectStore } from './store.ts'

const rpcUrls = { 'eip155:31337': ['http://127.0.0.1:9'] }
const shop = { id: 'shop', name: 'Shop', allowedOrigins: ['https://shop.example'], createdAt: 1 }

async function setUp(env: Record<string, string> = {}) {
  const test = await createTestApp({ rpcUrls, env })
  const store = createProjectStore({ database: test.services.database })
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await test.app.request(path, { headers })).status
  return { ...test, store, status }
}

describe('projects', () => {
  test('behavior: changes by an operator take effect without a restart', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      const { store, status } = await setUp()
      const path = '/projects/v1/origins?projectId=shop'
      expect(await status(path)).toBe(401)
      await store.add(shop)
      vi.advanceTimersByTime(2000)
      await vi.waitFor(async () => expect(await status(path)).toBe(200), 5000)
      await store.remove('shop')
      vi.advanceTimersByTime(2000)
      await vi.waitFor(async () => expect(await status(path)).toBe(401), 5000)
    } finally {
      vi.useRealTimers()
    }
  })

  test('behavior: the configuration wins over the database', async () => {
    const { store, services, get } = await setUp()
    await store.add({ ...shop, id: 'local' })
    await services.projects.refresh()
    const answer = (await (await get('/projects/v1/origins')).json()) as { allowedOrigins: string[] }
    expect(answer.allowedOrigins).toContain('*://localhost:*')
  })

  test('behavior: a secret key identifies its project, and no other', async () => {
    const { app, store, services, status } = await setUp()
    const { key, hash } = createSecretKey()
    await store.add(shop)
    await store.addKey({ id: 'one', projectId: 'shop', hash, createdAt: 1 })
    await services.projects.refresh()
    const authorization = `Bearer ${key}`
    const path = '/projects/v1/origins'
    expect(await status(path, { authorization })).toBe(200)
    expect(await status(`${path}?projectId=shop`, { authorization })).toBe(200)
    expect(await status(`${path}?projectId=local`, { authorization })).toBe(401)
    expect(await status(path, { authorization: `Bearer ${createSecretKey().key}` })).toBe(401)
    const body = JSON.stringify({ addresses: ['eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'] })
    const prices = (headers: Record<string, string>) =>
      app.request('/v1/fungible/price', { method: 'POST', headers, body })
    expect((await prices({ authorization })).headers.get('ratelimit')).toContain('"project"')
    expect((await prices({})).status).toBe(401)
    // A secret key does not allow a foreign origin.
    expect(await status(path, { authorization, origin: 'https://evil.example' })).toBe(401)
    await store.removeKey({ projectId: 'shop', id: 'one' })
    await services.projects.refresh()
    expect(await status(path, { authorization })).toBe(401)
  })

  test('behavior: an open gateway refuses a wrong secret key', async () => {
    const { status } = await setUp({ GATEWAY_OPEN: '1' })
    expect(await status('/projects/v1/origins?projectId=any')).toBe(200)
    const authorization = `Bearer ${createSecretKey().key}`
    expect(await status('/projects/v1/origins?projectId=any', { authorization })).toBe(401)
  })

  test('behavior: GET /appkit/v1/config returns the features of the project', async () => {
    const features = [{ id: 'swap', isEnabled: false, config: null }]
    const { get } = await setUp({
      PROJECTS: JSON.stringify({ shop: { name: 'Shop', allowedOrigins: [], features } }),
    })
    const read = async (path: string) => projectConfigResponse.parse(await (await get(path)).json())
    const byDefault = { id: 'social_login', isEnabled: true, config: ['email'] }
    expect(await read('/appkit/v1/config?projectId=shop')).toEqual({ features: [...features, byDefault] })
    expect(await read('/appkit/v1/config')).toEqual({ features: [byDefault] })
  })

  test('behavior: GET /appkit/v1/config offers the social logins that are set up', async () => {
    const read = async (env: Record<string, string>) => {
      const { get } = await setUp(env)
      return (await (await get('/appkit/v1/config')).json()).features
    }
    expect(await read({ SOCIAL_GOOGLE_CLIENT_ID: 'client' })).toEqual([
      { id: 'social_login', isEnabled: true, config: ['email', 'google'] },
    ])
    expect(await read({ SOCIAL_GOOGLE_CLIENT_ID: 'client', WALLET_ORIGIN: 'off' })).toEqual([])
  })

  test('behavior: features of a project in the database follow the operator, for its origins only', async () => {
    const { app, store, services } = await setUp({ SOCIAL_GOOGLE_CLIENT_ID: 'client' })
    const path = '/appkit/v1/config?projectId=shop'
    const from = (origin: string) => app.request(path, { headers: { origin } })
    const off = [{ id: 'social_login', isEnabled: false, config: null }]
    await store.add({ ...shop, features: off })
    await services.projects.refresh()
    expect(await (await from('https://shop.example')).json()).toEqual({ features: off })
    const some = [{ id: 'social_login', isEnabled: true, config: ['email', 'google'] }]
    await store.replace({ ...shop, features: some })
    await services.projects.refresh()
    expect(await (await from('https://shop.example')).json()).toEqual({ features: some })
    expect((await from('https://evil.example')).status).toBe(401)
  })
})
