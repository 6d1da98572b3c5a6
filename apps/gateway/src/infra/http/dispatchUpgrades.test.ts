import { connect } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestApp } from '../../testing/createTestApp.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { startUpstream } from '../../testing/startUpstream.ts'

const upgrade = ['connection: Upgrade', 'upgrade: websocket', 'sec-websocket-version: 13']
const key = 'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ=='

async function start() {
  const node = await startUpstream({ behave: ({ method }) => ({ result: method }) })
  const gateway = await createTestApp({
    rpcUrls: { 'eip155:31337': [node.url] },
    env: {
      PROJECTS: JSON.stringify({ local: { name: 'Local', allowedOrigins: ['https://app.example'] } }),
    },
  })
  const [host, port] = (await listenTestApp(gateway)).split(':')
  /** Sends an upgrade request and reads the response until the connection closes; closes it itself after a 101. */
  const ask = (target: string, headers: string[], after = '') =>
    new Promise<{ status: number; text: string }>((resolve) => {
      const socket = connect(Number(port), host)
      onTestFinished(() => void socket.destroy())
      let text = ''
      socket.on('error', () => undefined)
      socket.on('data', (chunk) => {
        text += chunk.toString('latin1')
        if (text.startsWith('HTTP/1.1 101')) socket.destroy()
      })
      socket.on('close', () => resolve({ status: Number(text.slice(9, 12)), text }))
      socket.write([`GET ${target} HTTP/1.1`, 'host: gateway.test', ...headers, '', after].join('\r\n'))
    })
  return { ...gateway, node, ask }
}

describe('dispatchUpgrades', () => {
  test('error: closes refused connections without reading further bytes as another request', async () => {
    const { ask, node, logged } = await start()
    const query = '?chainId=eip155:31337&projectId=local'
    const smuggled = `GET /livez HTTP/1.1\r\nhost: gateway.test\r\n\r\n`
    const evil = 'origin: https://evil.example'
    const cases: [string, string[], number][] = [
      [`/v1${query}`, [...upgrade, key, 'origin: https://app.example'], 101],
      [`/v1${query}`, [...upgrade, key, evil], 401],
      [`/ws${query}`, [...upgrade, key, 'origin: null'], 401],
      [`/x/../v1${query}`, [...upgrade, key, evil], 401],
      [`//gateway.test/v1${query}`, [...upgrade, key], 404],
      [`/v1/x${query}`, [...upgrade, key], 404],
      ['/v1?chainId=eip155:31337', [...upgrade, key], 401],
      [`/v1?chainId=__proto__&projectId=local`, [...upgrade, key], 400],
      [`/v1${query}`, upgrade, 400],
      [`/v1${query}`, ['connection: Upgrade', 'upgrade: h2c', key], 400],
      [`/v1${query}`, [...upgrade, key, 'x-request-id: a\tset-cookie: x'], 101],
      ['http://[/v1', [...upgrade, key], 401],
    ]
    for (const [target, headers, status] of cases) {
      const answer = await ask(target, headers, smuggled)
      expect([target, headers, answer.status]).toEqual([target, headers, status])
      expect(answer.text.match(/HTTP\/1\.1/g)).toHaveLength(1)
      expect(answer.text).not.toMatch(/set-cookie/i)
    }
    expect(node.seen).toEqual([])
    expect(logged.filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})
