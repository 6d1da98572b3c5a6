import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { createFakeHeads } from '../../testing/createFakeHeads.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { listenTestApp } from '../../testing/listenTestApp.ts'
import { type Behaviour, startUpstream } from '../../testing/startUpstream.ts'

const waitOptions = { timeout: 20_000, interval: 20 }
const subscribe = '{"jsonrpc":"2.0","id":"s","method":"eth_subscribe","params":["newHeads"]}'

async function open(behave: Behaviour = ({ method }) => ({ result: method })) {
  const node = await startUpstream({ behave })
  const gateway = await createTestApp({
    rpcUrls: { 'eip155:31337': [node.url] },
    heads: createFakeHeads({ number: 5 }),
  })
  const socket = new WebSocket(`ws://${await listenTestApp(gateway)}/v1?chainId=eip155:31337&projectId=local`)
  onTestFinished(() => socket.terminate())
  const texts: string[] = []
  socket.on('message', (data) => texts.push(String(data)))
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject))
  const next = async (body: string): Promise<string> => {
    const before = texts.length
    socket.send(body)
    await vi.waitFor(() => expect(texts.length).toBeGreaterThan(before), waitOptions)
    return texts[before] as string
  }
  return { ...gateway, node, socket, texts, next }
}

describe('messages over WebSocket', () => {
  test('error: a batch with a subscription has the same length limit as over HTTP', async () => {
    const { next, node } = await open()
    const calls = Array.from(
      { length: 1000 },
      (_, id) => `{"id":${id},"method":"eth_getTransactionCount","params":["0x${id}"]}`,
    )
    expect(JSON.parse(await next(`[${[subscribe, ...calls]}]`))).toMatchObject({
      id: null,
      error: { code: -32600 },
    })
    expect(node.seen).toEqual([])
    const answers = JSON.parse(await next(`[${[subscribe, ...calls.slice(1)]}]`)) as { id: unknown }[]
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1000)
  })

  test('error: a nested batch is not a request, also next to a subscription', async () => {
    const { next, node } = await open()
    const inner = '[{"jsonrpc":"2.0","id":1,"method":"eth_getTransactionCount","params":[]}]'
    const answers = JSON.parse(await next(`[${subscribe},${inner}]`))
    expect(answers).toContainEqual(expect.objectContaining({ id: 's', result: expect.any(String) }))
    expect(answers).toContainEqual(
      expect.objectContaining({ id: null, error: expect.objectContaining({ code: -32600 }) }),
    )
    expect(node.seen).toEqual([])
  })

  test('behavior: keeps IDs and parameters as written, in batches and subscriptions', async () => {
    const { next, node } = await open()
    const digits = '12345678901234567890'
    const long = subscribe.replace('"s"', digits)
    expect(await next(long)).toContain(`"id":${digits},"result"`)
    const call = `{"id":${digits}1,"method":"eth_getTransactionCount","params":["0x1",1.10]}`
    expect(await next(`[${long},${call}]`)).toContain(`"id":${digits}1,"result"`)
    expect(node.seen).toEqual([expect.objectContaining({ params: ['0x1', 1.1] })])
  })

  test('error: a deeply nested ID, also from a client over its request limit', async () => {
    const silent = () => new Promise<never>(() => undefined)
    const { next, socket, texts, logged } = await open(silent)
    const id = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
    const deep = `{"jsonrpc":"2.0","id":${id},"method":"eth_subscribe","params":["nothing"]}`
    expect(await next(deep)).toContain('"error":{"code":')
    for (let count = 0; count < 100; count++)
      socket.send(`{"id":${count},"method":"eth_getTransactionCount","params":[]}`)
    expect(await next(deep)).toContain('"error":{"code":-32005')
    expect(texts).toHaveLength(2)
    expect(socket.readyState).toBe(WebSocket.OPEN)
    expect(logged.filter(({ msg }) => msg === 'request failed')).toEqual([])
  })
})
