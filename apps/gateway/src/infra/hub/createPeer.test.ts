import { Duplex } from 'node:stream'
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
