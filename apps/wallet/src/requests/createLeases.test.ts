import { describe, expect, test } from 'vitest'
import { createCallsScene, delegated } from '../../test/createCallsScene.ts'
import { createTestLocks } from '../../test/createTestLocks.ts'
import { createLock } from '../session/createLock.ts'
import { ServerError } from '../session/ServerError.ts'
import { createLeases } from './createLeases.ts'

/** A gateway that leases one nonce at a time, as it does for an account with code. */
function createExclusive() {
  const leases = new Set<string>()
  let isDown = false
  return {
    leases,
    setDown(next: boolean) {
      isDown = next
    },
    /** Creates a page of a partition. */
    open(partition: ReturnType<typeof createTestLocks>, memory: Map<string, unknown>) {
      const { locks, end } = partition.open()
      const lock = createLock(locks)
      const access = createLeases({
        lock,
        locks,
        now: () => 0,
        store: {
          read: async (key) => memory.get(key),
          write: async (key, value) => void memory.set(key, value),
        },
        rpc: async () => null,
        async gateway(path, { method, body } = {}) {
          if (isDown) throw new Error('unreachable')
          const id = method === 'DELETE' ? path.split('/').at(-1) : (body as { requestId: string }).requestId
          if (method === 'DELETE') return void leases.delete(id ?? '')
          if (leases.size > 0 && !leases.has(id ?? ''))
            throw new ServerError({ title: 'Busy', code: 'account-busy', status: 409 } as never)
          leases.add(id ?? '')
          return { nonce: 7 }
        },
      })
      const lease = (requestId: string) =>
        access.gateway('/wallet/v1/nonces', { method: 'POST', body: { requestId } })
      const release = (id: string) => access.gateway(`/wallet/v1/nonces/${id}`, { method: 'DELETE' })
      return { ...access, lease, release, end }
    },
  }
}

describe('createLeases', () => {
  test('behavior: the next page releases what a page that is gone has leased', async () => {
    const [{ open, leases }, partition, memory] = [createExclusive(), createTestLocks(), new Map()]
    const first = open(partition, memory)
    await first.lease('a')
    const second = open(partition, memory)
    // The first page is still there.
    await expect(second.lease('b')).rejects.toMatchObject({ code: 'account-busy' })
    first.end()
    await second.lease('b')
    expect([...leases]).toEqual(['b'])
    await second.release('b')
    expect([[...leases], memory.get('leases')]).toEqual([[], []])
  })

  test('behavior: the lease of what was sent is left to its end', async () => {
    const [{ open, leases }, partition, memory] = [createExclusive(), createTestLocks(), new Map()]
    const first = open(partition, memory)
    await first.lease('a')
    await first.rpc('eip155:1', 'eth_sendRawTransaction', ['0x'])
    first.end()
    await expect(open(partition, memory).lease('b')).rejects.toMatchObject({ code: 'account-busy' })
    expect([...leases]).toEqual(['a'])
  })

  test('behavior: what could not be released is tried again, by the same page too', async () => {
    const [{ open, leases, setDown }, partition, memory] = [createExclusive(), createTestLocks(), new Map()]
    const page = open(partition, memory)
    await page.lease('a')
    setDown(true)
    await expect(page.release('a')).rejects.toThrow('unreachable')
    setDown(false)
    await page.lease('b')
    expect([...leases]).toEqual(['b'])
  })

  test('behavior: without Web Locks, or storage, nonces are leased as before', async () => {
    const without = createLeases({
      lock: (_, work) => work(),
      locks: undefined,
      now: () => 0,
      store: { read: async () => undefined, write: () => Promise.reject(new Error('denied')) },
      rpc: async () => null,
      gateway: async () => ({ nonce: 7 }),
    })
    const body = { requestId: 'a' }
    expect(await without.gateway('/wallet/v1/nonces', { method: 'POST', body })).toEqual({ nonce: 7 })
    const { locks } = createTestLocks().open()
    const denied = createLeases({
      lock: createLock(locks),
      locks,
      now: () => 0,
      store: { read: () => Promise.reject(new Error('denied')), write: async () => {} },
      rpc: async () => null,
      gateway: async () => ({ nonce: 7 }),
    })
    expect(await denied.gateway('/wallet/v1/nonces', { method: 'POST', body })).toEqual({ nonce: 7 })
  })

  test('behavior: a page that is closed while it asks blocks no other, and an abort releases at once', async () => {
    const [memory, partition] = [new Map<string, unknown>(), createTestLocks()]
    const first = partition.open()
    const options = { memory, code: () => delegated }
    const asking = createCallsScene({ ...options, locks: first.locks, answer: () => undefined })
    void asking.send().catch(() => {})
    await expect.poll(() => asking.approver.questions.length).toBe(1)
    first.end()
    const next = createCallsScene({ ...options, locks: partition.open().locks, answer: () => undefined })
    const sent = next.send().catch(({ rpcCode }) => rpcCode)
    await expect.poll(() => next.approver.questions.length).toBe(1)
    const paths = next.bodies.map(([path]) => path).filter((path) => path.includes('nonces'))
    expect(paths).toEqual(['DELETE /wallet/v1/nonces/<id>', 'POST /wallet/v1/nonces'])
    next.requests.abortUnsafe()
    expect(await sent).toBe(4001)
    await expect.poll(() => next.bodies.at(-1)?.[0]).toBe('DELETE /wallet/v1/nonces/<id>')
    await expect.poll(() => memory.get('leases')).toEqual([])
  })
})
