import { Duplex, duplexPair } from 'node:stream'
import { expect, test } from 'vitest'
import { createPeer } from './createPeer.ts'

function createStream(): Duplex {
  return new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() })
}

test('error: the other process is killed while it had something to read', async () => {
  const stream = createStream()
  const peer = createPeer<{ work(data: null): null }>({ stream, calls: {} })
  const call = peer.call('work', null)
  // What the pipe of a killed process reports if that process had not read everything.
  stream.destroy(Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }))
  await expect(call).rejects.toMatchObject({ isEnded: true })
  await peer.ended
})

test('behavior: passes on texts that contain line separators, which clients and upstreams choose', async () => {
  const [one, other] = duplexPair()
  const text = 'a\u2028b\u2029c\r\nd'
  createPeer({ stream: other, calls: { echo: (data: string) => data } })
  const peer = createPeer<{ echo(data: string): string }>({ stream: one, calls: {} })
  expect(await peer.call('echo', text)).toBe(text)
})
