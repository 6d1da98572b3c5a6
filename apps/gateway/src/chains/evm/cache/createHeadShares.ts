import type { Bus } from '../../../infra/bus/Bus.ts'

/** What processes tell each other about the newest block of one chain, so that none serves an older one than the others. */
export type HeadShare = {
  /** A block was seen. */
  announce(number: number): void
  /** A transaction was sent to a chain that mines at once. */
  announceWrite(): void
  /** Sets what is called when another process, or this one, has announced something. */
  listen(listener: { onNumber(number: number): void; onWrite(): void }): void
}

type Message = { chain: string; number?: number }
type Listener = Parameters<HeadShare['listen']>[0]

/** Creates the shares of all chains over one channel of the bus. */
export function createHeadShares({ bus }: { bus: Bus }): { of(chain: string): HeadShare } {
  const channel = bus.channel('heads')
  const listeners = new Map<string, Listener>()
  let writes = 0
  channel.subscribe({
    onMessage({ data }) {
      const { chain, number } = JSON.parse(data) as Message
      if (number === undefined) listeners.get(chain)?.onWrite()
      else listeners.get(chain)?.onNumber(number)
    },
    // The next block is announced as well.
    onLost: () => undefined,
  })
  // Without the others, a process follows the chain by itself.
  const publish = (key: string, message: Message) =>
    void channel.publish({ key, data: JSON.stringify(message) }).catch(() => undefined)
  return {
    of: (chain) => ({
      announce: (number) => publish(`${chain}|${number}`, { chain, number }),
      announceWrite: () => publish(`${chain}|${process.pid}|${++writes}`, { chain }),
      listen: (listener) => void listeners.set(chain, listener),
    }),
  }
}
