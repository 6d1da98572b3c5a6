import { doctor } from '@portico/cli'
import { tempFolder } from '@portico/server/testing'
import { describe, expect, test } from 'vitest'
import { createTestApp } from './testing/createTestApp.ts'
import { listenTestApp } from './testing/listenTestApp.ts'
import { deadUrl } from './testing/startUpstream.ts'

/** Starts a gateway with a project, and returns what the checks of `portico doctor` say about it. */
async function startGateway(env: Record<string, string> = {}) {
  const app = await createTestApp({
    rpcUrls: { 'eip155:31337': [await deadUrl()] },
    env: { PROJECTS: '{"shop":{"name":"Shop","allowedOrigins":["https://shop.invalid"]}}', ...env },
  })
  const gatewayUrl = `http://${await listenTestApp(app)}`
  const examine = async (parameters: { projectId?: string; pageUrl?: string; relayUrl?: string }) => {
    const checks = await doctor({ folder: tempFolder(), gatewayUrl, ...parameters })
    return Object.fromEntries(checks.map(({ name, status, message }) => [name, `${status}: ${message}`]))
  }
  return { gatewayUrl, examine }
}

describe('portico doctor', () => {
  test('behavior: a project, an origin that it allows, and the relay', async () => {
    const { gatewayUrl, examine } = await startGateway()
    const checks = await examine({ projectId: 'shop', pageUrl: 'https://shop.invalid' })
    expect(checks).toMatchObject({
      // The node of the chain is unreachable.
      gateway: expect.stringMatching(/^problem: \S+ is not ready: .*eip155:31337 fails\.$/),
      project: 'ok: The project "shop" allows pages of https://shop.invalid.',
      relay: `ok: ${gatewayUrl.replace('http', 'ws')}/relay accepts connections.`,
    })
    expect(await examine({ projectId: 'shop' })).toMatchObject({
      project: 'ok: The project "shop" allows https://shop.invalid.',
    })
  })

  test('behavior: an origin that the project does not allow', async () => {
    const { examine } = await startGateway()
    expect(await examine({ projectId: 'shop', pageUrl: 'https://other.invalid' })).toMatchObject({
      project: 'problem: The project "shop" does not allow pages of https://other.invalid.',
      relay: expect.stringMatching(/^problem: The relay refuses the connection: /),
    })
  })

  test('behavior: in production, a project that does not exist, and a relay with another public address', async () => {
    const { examine } = await startGateway({
      NODE_ENV: 'production',
      PUBLIC_URLS: 'https://gateway.example.org',
      WALLET_ORIGIN: 'off',
    })
    expect(await examine({ projectId: 'nonsense' })).toMatchObject({
      project: 'problem: The gateway does not know the project "nonsense".',
    })
    expect(await examine({ projectId: 'shop' })).toMatchObject({
      relay: expect.stringMatching(/^problem: The relay refuses tokens for 127\.0\.0\.1:\d+ /),
    })
    expect(await examine({})).toMatchObject({ relay: 'skipped: The relay asks for a project.' })
  })
})
