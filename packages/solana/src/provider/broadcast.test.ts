import type { Network } from '@portico/core'
import { base58 } from '@scure/base'
import { afterEach, expect, test, vi } from 'vitest'
import { broadcast } from './broadcast.ts'

const reference = 'ArqwkoVfU8jUkr3FK1z3rJi5rJrsxkq5'
const signature = Uint8Array.from({ length: 64 }, (_, index) => index + 1)
const wire = Uint8Array.of(1, ...signature, 9, 9, 9)
const id = base58.encode(signature)

/** Sends through a node with these responses, by method. */
function send(answers: Record<string, unknown>, at: string) {
  vi.stubGlobal('fetch', async (_url: unknown, { body }: { body: string }) => {
    const { id: call, method } = JSON.parse(body)
    const answer = method === 'getGenesisHash' ? `${reference}SzrwP7LnhkrC` : answers[method]
    const content =
      answer instanceof Error ? { error: { code: -32002, message: answer.message } } : { result: answer }
    return Response.json({ jsonrpc: '2.0', id: call, ...content })
  })
  const network = {
    id: reference,
    caipNetworkId: `solana:${reference}`,
    rpcUrls: { default: { http: [`https://${at}.example`] } },
  } as unknown as Network
  return broadcast({ network, urls: network.rpcUrls.default?.http ?? [], wire, options: {} })
}

afterEach(() => vi.unstubAllGlobals())

test('behavior: returns the transaction’s own signature, not what the node returns', async () => {
  expect(await send({ sendTransaction: base58.encode(new Uint8Array(64).fill(7)) }, 'other')).toBe(id)
})

test('behavior: a transaction that the node has was sent, even if the response was lost', async () => {
  const twice = new Error('This transaction has already been processed')
  const status = { context: { slot: 9 }, value: [{ slot: 8, confirmations: 1, err: null }] }
  expect(await send({ sendTransaction: twice, getSignatureStatuses: status }, 'lost')).toBe(id)
})

test('error: a transaction that no node has was not sent', async () => {
  const refused = new Error('Blockhash not found')
  const status = { context: { slot: 9 }, value: [null] }
  await expect(send({ sendTransaction: refused, getSignatureStatuses: status }, 'no')).rejects.toMatchObject({
    rpcCode: -32002,
  })
})
