import { randomBytes } from 'node:crypto'
import { clientIdOf, createRelayToken } from '@portico/protocol/walletconnect'
import { onTestFinished } from 'vitest'
import { WebSocket } from 'ws'

/** A message pushed by the relay. */
export type Push = {
  id: number | string
  params: { id: string; data: { topic: string; message: string; publishedAt: number; tag: number } }
}

/** A minimal client of the relay's protocol. */
export type TestClient = {
  clientId: string
  ws: WebSocket
  /** All frames received from the relay. */
  frames: string[]
  pushes: Push[]
  /** Returns the message texts pushed so far. */
  messages(): string[]
  /** Sends a request and returns its response; `id` is JSON text. */
  request(method: string, params: unknown, id?: string): Promise<{ result?: unknown; error?: RpcFailure }>
  publish(topic: string, message: string, fields?: object): Promise<{ result?: unknown; error?: RpcFailure }>
  send(text: string): void
  /** Resolves once the condition is true; checks it after every frame. */
  until(condition: () => boolean): Promise<void>
  closed: Promise<{ code: number; reason: string }>
  close(): Promise<void>
}

type RpcFailure = { code: number; message: string; data?: string }

let lastId = 0

/** Returns a random topic. */
export function randomTopic(): string {
  return randomBytes(32).toString('hex')
}

/** Connects to a relay. The connection is closed at the end of the test. */
export async function connectRelay({
  url,
  seed = randomBytes(32).toString('hex'),
  token,
  projectId = 'local',
  query = '&useOnCloseEvent=true',
  acknowledge = true,
  headers = {},
}: {
  url: string
  seed?: string
  token?: string | Promise<string>
  projectId?: string
  query?: string
  /** Whether pushes are acknowledged. A function returns the text to send for a push, or undefined to send nothing. */
  acknowledge?: boolean | ((push: Push) => string | undefined)
  headers?: Record<string, string>
}): Promise<TestClient> {
  const auth = (await token) ?? (await createRelayToken({ seed, audience: url }))
  const clientId = await clientIdOf(seed)
  const ws = new WebSocket(`${url}/?auth=${auth}&projectId=${projectId}&ua=wc-2/test${query}`, { headers })
  onTestFinished(() => ws.terminate())
  const frames: string[] = []
  const pushes: Push[] = []
  const waiting = new Map<string, (answer: { result?: unknown; error?: RpcFailure }) => void>()
  const watchers = new Set<() => void>()
  ws.on('message', (data) => {
    const text = String(data)
    frames.push(text)
    const frame = JSON.parse(text) as Push & { method?: string; result?: unknown; error?: RpcFailure }
    if (frame.method === 'irn_subscription') {
      pushes.push(frame)
      const answer =
        typeof acknowledge === 'function'
          ? acknowledge(frame)
          : acknowledge
            ? `{"id":${JSON.stringify(frame.id)},"jsonrpc":"2.0","result":true}`
            : undefined
      if (answer !== undefined) ws.send(answer)
    } else {
      const id = /^\{"id":("(?:[^"\\]|\\.)*"|[^,]+),/.exec(text)?.[1] ?? ''
      waiting.get(id)?.(frame)
      waiting.delete(id)
    }
    for (const watch of watchers) watch()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    ws.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  const request: TestClient['request'] = (method, params, id = `${++lastId}`) =>
    new Promise((resolve, reject) => {
      waiting.set(id, resolve)
      void closed.then(({ code }) => reject(new Error(`closed with ${code}`)))
      ws.send(
        `{"id":${id},"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)}}`,
      )
    })
  await new Promise<void>((resolve, reject) => {
    ws.once('open', resolve)
    ws.once('error', reject)
  })
  ws.on('error', () => undefined)
  return {
    clientId: clientId.slice('did:key:'.length),
    ws,
    frames,
    pushes,
    messages: () => pushes.map(({ params }) => params.data.message),
    request,
    publish: (topic, message, fields = {}) =>
      request('irn_publish', { topic, message, ttl: 300, tag: 1108, prompt: true, ...fields }),
    send: (text) => ws.send(text),
    until: (condition) =>
      new Promise((resolve) => {
        const watch = () => {
          if (!condition()) return
          watchers.delete(watch)
          resolve()
        }
        watchers.add(watch)
        watch()
      }),
    closed,
    async close() {
      ws.close()
      await closed
    },
  }
}
