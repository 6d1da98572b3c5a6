import { describe, expect, test } from 'vitest'
import { createLock } from './createLock.ts'
import { openStorage } from './openStorage.ts'

const denied = {
  open() {
    throw new DOMException('The user denied it.', 'SecurityError')
  },
} as unknown as IDBFactory
const failing = {
  open() {
    const request = { error: new DOMException('x', 'InvalidStateError') } as { onerror?: () => void }
    setTimeout(() => request.onerror?.())
    return request
  },
} as unknown as IDBFactory

// IndexedDB itself is covered by the browser tests, because Node has none.
describe('openStorage', () => {
  test.each([
    ['throws', denied],
    ['fails', failing],
    ['is not there', undefined],
  ])('behavior: storage that %s leaves a session in memory', async (_, indexedDB) => {
    const storage = await openStorage({ indexedDB })
    expect(storage.isDurable).toBe(false)
    await storage.write('a', { b: 1 })
    expect(await storage.read('a')).toEqual({ b: 1 })
    expect(await storage.keys()).toEqual(['a'])
    await storage.remove(['a', 'x'])
    expect(await storage.read('a')).toBeUndefined()
  })
})

describe('createLock', () => {
  const refusing = {
    request: () => Promise.reject(new DOMException('x', 'SecurityError')),
  } as unknown as LockManager

  test.each([
    ['without locks', undefined],
    ['with locks that are denied', refusing],
  ])('behavior: %s, work of one name runs one after another', async (_, locks) => {
    const serial = createLock(locks)
    const order: string[] = []
    let end = () => {}
    const first = serial('x', async () => {
      order.push('first')
      await new Promise<void>((resolve) => {
        end = resolve
      })
      order.push('ended')
    })
    const second = serial('x', async () => void order.push('second'))
    await serial('y', async () => void order.push('other'))
    end()
    await Promise.all([first, second])
    expect(order).toEqual(['first', 'other', 'ended', 'second'])
    await expect(serial('x', () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    expect(await serial('x', async () => 1)).toBe(1)
  })

  test('behavior: uses the Web Locks API if available', async () => {
    const names: string[] = []
    const locks = {
      request: (name: string, work: () => Promise<unknown>) => {
        names.push(name)
        return work()
      },
    } as unknown as LockManager
    const serial = createLock(locks)
    expect(await serial('refresh', async () => 1)).toBe(1)
    await expect(serial('refresh', () => Promise.reject(new Error('own')))).rejects.toThrow('own')
    expect(names).toEqual(['wallet-refresh', 'wallet-refresh'])
  })
})
