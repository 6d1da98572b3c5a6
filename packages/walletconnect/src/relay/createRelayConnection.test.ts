import type { RelaySocket } from '@portico/protocol/walletconnect'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createRelayConnection } from './createRelayConnection.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Creates a connection whose sockets the test closes; `openedAt` has the time of each. */
function start() {
  const openedAt: number[] = []
  let close: (event: { code: number; reason: string }) => void = () => undefined
  const connection = createRelayConnection({
    getUrl: async () => 'wss://relay.example',
    createSocket() {
      openedAt.push(Date.now())
      return {
        addEventListener(name: string, listener: typeof close) {
          if (name === 'close') close = listener
        },
        send: () => undefined,
        close: () => undefined,
      } as unknown as RelaySocket
    },
    isNeeded: () => true,
    isWaiting: () => false,
    probe: () => undefined,
    onOpen: () => undefined,
    onRequest: () => undefined,
    onRefused: () => undefined,
    onStatus: () => undefined,
  })
  connection.connect()
  return { openedAt, lose: () => close({ code: 1006, reason: '' }) }
}

describe('createRelayConnection', () => {
  test('behavior: 200 clients that lose their relay together come back at different moments, later each time', async () => {
    const clients = Array.from({ length: 200 }, start)
    await vi.advanceTimersByTimeAsync(0)
    for (const longest of [500, 1000, 2000]) {
      const lostAt = Date.now()
      for (const { lose } of clients) lose()
      await vi.advanceTimersByTimeAsync(longest)
      const delays = clients.map(({ openedAt }) => (openedAt.at(-1) as number) - lostAt)
      expect(Math.min(...delays)).toBeGreaterThanOrEqual(longest / 2)
      expect(Math.max(...delays)).toBeLessThanOrEqual(longest)
      const perTenth = new Map<number, number>()
      for (const delay of delays) {
        const tenth = Math.floor(((delay - longest / 2) * 20) / longest)
        perTenth.set(tenth, (perTenth.get(tenth) ?? 0) + 1)
      }
      // Evenly, these would be 20 in each tenth of the time; 60 or more is practically impossible.
      expect(Math.max(...perTenth.values())).toBeLessThan(60)
    }
  })
})
