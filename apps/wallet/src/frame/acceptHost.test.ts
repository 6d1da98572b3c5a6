import { describe, expect, test } from 'vitest'
import { acceptHost, type FrameWindow, type Host } from './acceptHost.ts'
import { matchesPattern } from './matchesPattern.ts'

const n = 'a'.repeat(32)
const hello = { t: 'hello', v: [1], n }
const host = 'http://localhost:4400'

function start({ origins = [host], depth = 1 as number | undefined } = {}) {
  const listeners: ((event: MessageEvent) => void)[] = []
  const parent = {}
  const window: FrameWindow = {
    parent,
    location: { ancestorOrigins: depth === undefined ? undefined : { length: depth } },
    addEventListener: (_, listener) => void listeners.push(listener),
  }
  const hosts: Host[] = []
  acceptHost({ window, origins, onHost: (one) => void hosts.push(one) })
  const open: MessageChannel[] = []
  /** Sends a message from a window, and collects the replies on the port that it transferred. */
  function send({
    source = parent,
    origin = host,
    data = hello as unknown,
    ports = 1,
  }: {
    source?: unknown
    origin?: string
    data?: unknown
    ports?: number
  } = {}) {
    const channels = Array.from({ length: ports }, () => new MessageChannel())
    open.push(...channels)
    const answer = new Promise((resolve) => {
      const [first] = channels
      if (first) first.port1.onmessage = ({ data: reply }) => resolve(reply)
    })
    for (const listener of listeners)
      listener({ source, origin, data, ports: channels.map(({ port2 }) => port2) } as unknown as MessageEvent)
    return answer
  }
  return {
    hosts,
    send,
    window,
    close: () => {
      for (const { port1 } of open) port1.close()
    },
  }
}

describe('acceptHost', () => {
  test('behavior: welcomes its parent on the transferred port', async () => {
    const { send, hosts, close } = start()
    expect(await send()).toMatchObject({ t: 'welcome', v: 1, n, caps: [] })
    expect(hosts).toHaveLength(1)
    expect(hosts[0]?.origin).toBe(host)
    close()
  })

  test('behavior: a host page that repeats the handshake gets a new port; another origin gets no reply', async () => {
    const { send, hosts, close } = start({ origins: ['*://localhost:*'] })
    await send()
    await send()
    expect(hosts).toHaveLength(2)
    void send({ origin: 'http://localhost:4410' })
    expect(hosts).toHaveLength(2)
    close()
  })

  test.each([
    ['another window', { source: {} }],
    ['no window', { source: null }],
    ['another origin', { origin: 'http://evil.example' }],
    ['the opaque origin', { origin: 'null' }],
    ['no port', { ports: 0 }],
    ['two ports', { ports: 2 }],
    ['another version', { data: { ...hello, v: [2] } }],
    ['an extra key', { data: { ...hello, more: 1 } }],
    ['a short nonce', { data: { ...hello, n: 'ab' } }],
    ['a text', { data: JSON.stringify(hello) }],
    ['nothing', { data: null }],
  ])('error: %s gets no reply', (_, change) => {
    const { send, hosts, close } = start()
    void send(change)
    expect(hosts).toHaveLength(0)
    close()
  })

  test('error: no reply in a nested frame, or when opened as a page', () => {
    const nested = start({ depth: 2 })
    void nested.send()
    expect(nested.hosts).toHaveLength(0)
    nested.close()
    const top = start()
    Object.assign(top.window, { parent: top.window })
    void top.send({ source: top.window })
    expect(top.hosts).toHaveLength(0)
    top.close()
  })
})

describe('matchesPattern', () => {
  test.each([
    ['https://app.example', 'https://app.example', true],
    ['https://app.example', 'https://app.example:8443', false],
    ['https://app.example', 'http://app.example', false],
    ['https://*.app.example', 'https://a.app.example', true],
    ['https://*.app.example', 'https://app.example', false],
    ['https://*.app.example', 'https://evilapp.example', false],
    ['*://localhost:*', 'http://localhost:4400', true],
    ['*://localhost:*', 'https://localhost', true],
    ['*', 'https://app.example', false],
    ['https://app.example', 'null', false],
    ['https://app.example', 'https://app.example/', false],
    ['javascript://x', 'javascript://x', false],
  ])('param: %s, %s', (pattern, origin, expected) => {
    expect(matchesPattern({ pattern, origin })).toBe(expected)
  })
})
