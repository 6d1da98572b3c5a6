import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { testKit } from '../testing/testKit.ts'
import { openStream } from './openStream.ts'

/** An `EventSource` that the test opens and breaks. */
class FakeEventSource {
  static all: FakeEventSource[] = []
  readonly CLOSED = 2
  readyState = 0
  onopen: () => void = () => undefined
  onerror: () => void = () => undefined
  readonly openedAt = Date.now()
  constructor() {
    FakeEventSource.all.push(this)
  }
  addEventListener(): void {}
  close(): void {}
  open(): void {
    this.readyState = 1
    this.onopen()
  }
  /** `refused`: with an answer, after which `EventSource` gives up. */
  break(kind: 'lost' | 'refused'): void {
    this.readyState = kind === 'refused' ? this.CLOSED : 0
    this.onerror()
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function start() {
  const onRefused = vi.fn()
  const { kit } = testKit({ gatewayUrl: 'https://gateway.example' })
  openStream(kit, {
    url: new URL('https://gateway.example/v1/stream'),
    topics: 'chain:eip155:1',
    events: [],
    onEvent: () => undefined,
    onRefused,
  })
  return { stream: FakeEventSource.all.at(-1) as FakeEventSource, onRefused }
}

describe('openStream', () => {
  test('behavior: 200 pages that lose their streams together come back over two seconds', () => {
    const streams = Array.from({ length: 200 }, () => start().stream)
    const lostAt = Date.now()
    for (const stream of streams) {
      stream.open()
      stream.break('lost')
    }
    vi.advanceTimersByTime(3000)
    const delays = FakeEventSource.all.slice(200).map(({ openedAt }) => openedAt - lostAt)
    expect(delays).toHaveLength(200)
    const perTenth = new Map<number, number>()
    for (const delay of delays)
      perTenth.set(Math.floor(delay / 100), (perTenth.get(Math.floor(delay / 100)) ?? 0) + 1)
    expect([Math.min(...delays) >= 1000, Math.max(...delays) <= 3000]).toEqual([true, true])
    // Evenly, these would be 10 in each tenth of a second; 40 or more is practically impossible.
    expect(Math.max(...perTenth.values())).toBeLessThan(40)
  })

  test('behavior: delays grow to half a minute and start over once a stream is open', () => {
    vi.spyOn(crypto, 'getRandomValues').mockImplementation((array) => array)
    let { stream } = start()
    const delays: number[] = []
    for (let count = 0; count < 8; count++) {
      if (count === 6) stream.open()
      const lostAt = Date.now()
      stream.break('lost')
      vi.advanceTimersByTime(30_000)
      stream = FakeEventSource.all.at(-1) as FakeEventSource
      delays.push(stream.openedAt - lostAt)
    }
    expect(delays).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 1000, 2000])
  })

  test('behavior: a refusal is final for a stream that has never been open, and else as a loss', () => {
    const first = start()
    first.stream.break('refused')
    expect(first.onRefused).toHaveBeenCalledOnce()
    vi.advanceTimersByTime(100_000)
    expect(FakeEventSource.all).toHaveLength(1)

    const second = start()
    second.stream.open()
    second.stream.break('lost')
    vi.advanceTimersByTime(3000)
    // The proxy answers 502 while the gateway restarts.
    FakeEventSource.all.at(-1)?.break('refused')
    vi.advanceTimersByTime(6000)
    expect(second.onRefused).not.toHaveBeenCalled()
    expect(FakeEventSource.all).toHaveLength(4)
  })
})
