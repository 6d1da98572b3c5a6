import { expect, test } from 'vitest'
import type { UserOperation } from '../operation/UserOperation.ts'
import { createExternalBundler } from './createExternalBundler.ts'

/** Sends an operation to a bundler that answers with an error. */
async function send(message: string) {
  const done: string[] = []
  const note = (_fields: object, text: string) => void done.push(text)
  const bundler = createExternalBundler({
    chain: 'eip155:1',
    url: 'https://bundler.example/key',
    store: {
      send: async () => undefined,
      unsend: async () => void done.push('unsent'),
    } as never,
    sendJson: async () => ({
      status: 200,
      body: { jsonrpc: '2.0', id: 1, error: { code: -32500, message } },
    }),
    reach: () => undefined,
    log: { warn: note, debug: note } as never,
    now: () => 0,
  })
  const result = await bundler.send({ operation: {} as UserOperation, hash: '0x1' }).catch((error) => error)
  return { result, done }
}

test('error: what the bundler says when it refuses is not passed on', async () => {
  const { result, done } = await send('AA23 reverted at https://node.internal/key')
  expect(result).toMatchObject({ rpcCode: -32500, shortMessage: 'The bundler refused the operation.' })
  expect(result.message).not.toContain('node.internal')
  expect(done).toEqual(['unsent', 'the external bundler refused an operation'])
})

test.each(['already known', 'known operation'])('behavior: "%s" is no refusal', async (message) => {
  const { result, done } = await send(message)
  expect([result, done]).toEqual([true, ['the external bundler did not answer']])
})
