import type { Duplex } from 'node:stream'
import { createLineSplitter } from '../text/createLineSplitter.ts'
import { PeerError } from './PeerError.ts'

/** Functions that one process offers another one. Parameters and results are JSON. */
// biome-ignore lint/suspicious/noExplicitAny: each function has parameters of its own.
export type PeerCalls = Record<string, (data: any) => unknown>

/** The other process of a connection, which offers the functions `Remote`. */
export type Peer<Remote extends PeerCalls> = {
  /**
   * Calls a function of the other process. Calls arrive in the order in which they are made.
   *
   * @throws {PeerError} with `isEnded` if the connection ended before the answer came: the call may or may not have been
   * executed.
   */
  call<Name extends keyof Remote & string>(
    name: Name,
    data: Parameters<Remote[Name]>[0],
  ): Promise<Awaited<ReturnType<Remote[Name]>>>
  /** The same without an answer. */
  tell<Name extends keyof Remote & string>(name: Name, data: Parameters<Remote[Name]>[0]): void
  /** Resolves when the connection has ended, whichever side ended it. */
  readonly ended: Promise<void>
  end(): void
}

type Packet =
  | ['tell', name: string, data: unknown]
  | ['call', id: number, name: string, data: unknown]
  | ['result', id: number, value: unknown]
  | ['error', id: number, message: string]
type Waiting = { resolve(value: unknown): void; reject(error: PeerError): void }

/**
 * Connects two processes that call each other over a stream, such as a pipe. Everything sent in one tick is one line of
 * JSON.
 */
export function createPeer<Remote extends PeerCalls>({
  stream,
  calls,
}: {
  stream: Duplex
  /** What this process offers. */
  calls: PeerCalls
}): Peer<Remote> {
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let packets: Packet[] = []
  let isEnded = false

  function send(packet: Packet): void {
    if (isEnded) return
    if (packets.push(packet) === 1) queueMicrotask(flush)
  }

  function flush(): void {
    const text = `${JSON.stringify(packets)}\n`
    packets = []
    if (!isEnded) stream.write(text)
  }

  async function answer(id: number, name: string, data: unknown): Promise<void> {
    try {
      send(['result', id, (await run(name, data)) ?? null])
    } catch (error) {
      send(['error', id, error instanceof Error ? error.message : String(error)])
    }
  }

  function run(name: string, data: unknown): unknown {
    const call = Object.hasOwn(calls, name) ? calls[name] : undefined
    if (!call) throw new PeerError(`The other process does not know "${name}": it runs another version.`)
    return call(data)
  }

  function onPacket(packet: Packet): void {
    // Nobody waits for what a process does not serve yet.
    if (packet[0] === 'tell') {
      if (Object.hasOwn(calls, packet[1])) run(packet[1], packet[2])
    } else if (packet[0] === 'call') void answer(packet[1], packet[2], packet[3])
    else {
      const call = waiting.get(packet[1])
      waiting.delete(packet[1])
      if (packet[0] === 'result') call?.resolve(packet[2])
      else call?.reject(new PeerError(packet[2]))
    }
  }

  const ended = new Promise<void>((resolve) => {
    const end = () => {
      if (isEnded) return
      isEnded = true
      for (const { reject } of waiting.values())
        reject(new PeerError('The other process has ended.', { isEnded: true }))
      waiting.clear()
      stream.destroy()
      resolve()
    }
    stream.on('error', end).on('close', end).on('end', end)
  })
  const split = createLineSplitter()
  stream.on('data', (chunk: Buffer) => {
    for (const line of split(chunk))
      if (!isEnded) for (const packet of JSON.parse(line) as Packet[]) onPacket(packet)
  })

  return {
    call(name, data) {
      if (isEnded) return Promise.reject(new PeerError('The other process has ended.', { isEnded: true }))
      const id = ++lastId
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        send(['call', id, name, data])
      })
    },
    tell: (name, data) => send(['tell', name, data]),
    ended,
    end: () => void stream.destroy(),
  }
}
