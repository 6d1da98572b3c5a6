import type { Buckets } from './createBuckets.ts'
import { createDelivery } from './createDelivery.ts'
import type { Topics } from './createTopics.ts'
import type { Fanout } from './fanout/Fanout.ts'
import type { RelayLimits } from './limits.ts'
import type { MailboxStore } from './mailbox/MailboxStore.ts'
import { answerRequest, type RelayCaller } from './methods.ts'
import { RelayError } from './RelayError.ts'
import type { RelayMetrics } from './RelayMetrics.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readFrame } from './readFrame.ts'

/** A client that is connected. */
export type Connection = {
  onMessage(text: string): void
  onPong(): void
  /** The reader has taken everything. */
  onDrain(): void
  onClose(): void
  /** Looks after the connection, every `pingMs`. */
  tick(): void
  /** Ends it; nothing that comes after this is listened to. */
  close(code: number, reason: string): void
  /** Resolves when everything that was asked has been stored. */
  settled(): Promise<void>
}

/** What connections share. */
export type ConnectionShared = {
  mailbox: MailboxStore
  fanout: Fanout
  topics: Topics
  limits: RelayLimits
  clientBuckets: Buckets
  projectBuckets: Buckets
  metrics: RelayMetrics
  onError(error: unknown): void
  now: () => number
}

const bytesPerToken = 16_384
const maxWaitMs = 30_000
const maxPending = 64

/** What one connection says and gets, without the socket. */
export function createConnection({
  clientId,
  project,
  socket,
  shared,
}: {
  clientId: string
  project: string
  socket: RelaySocket
  shared: ConnectionShared
}): Connection {
  const { limits, metrics, clientBuckets, now } = shared
  let closed = false
  let answersPing = true
  let subscribed = false
  let heardAt = now()
  let stuckSince: number | undefined
  let debtTimer: NodeJS.Timeout | undefined
  const pending = new Set<Promise<void>>()
  // Reading stops while any of these holds.
  const brakes = { debt: false, pending: false, buffer: false }

  const delivery = createDelivery({
    ...shared,
    clientId,
    socket,
    bufferedBytes: limits.bufferedBytes,
    onPush: metrics.onPush,
  })
  const caller: RelayCaller = {
    clientId,
    project,
    delivery,
    subscribe: async (topics) => {
      subscribed = true
      if (delivery.topics + topics.length > limits.topics) throw new RelayError('TopicLimitExceeded')
      await delivery.subscribe(topics)
    },
  }

  function brake(kind: keyof typeof brakes, on: boolean): void {
    if (brakes[kind] === on) return
    brakes[kind] = on
    if (!closed) socket.setPaused(brakes.debt || brakes.pending || brakes.buffer)
  }

  // Never an error for asking too fast: clients would ask again. Not reading makes TCP slow them down, and only them.
  function charge(tokens: number): void {
    const waitMs = clientBuckets.take(clientId, tokens)
    if (waitMs === 0 || closed) return
    if (waitMs > maxWaitMs) {
      close(1013, 'Too many requests')
      return
    }
    brake('debt', true)
    clearTimeout(debtTimer)
    debtTimer = setTimeout(() => brake('debt', false), waitMs).unref()
  }

  function send(text: string): void {
    if (closed) return
    socket.send(text)
    if (socket.buffered() < limits.bufferedBytes) return
    stuckSince ??= now()
    brake('buffer', true)
  }

  async function answer(id: string, method: string, params: unknown): Promise<void> {
    try {
      const { result, after } = await answerRequest({ method, params, caller, shared })
      send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`)
      after?.()
    } catch (error) {
      if (!(error instanceof RelayError)) shared.onError(error)
      refuse(id, error instanceof RelayError ? error : new RelayError('Internal', { cause: error }))
      // It may have subscribed before it failed.
      delivery.flush()
    }
  }

  function refuse(id: string, error: RelayError): void {
    send(`{"id":${id},"jsonrpc":"2.0","error":${JSON.stringify(error.rpc)}}`)
  }

  function close(code: number, reason: string): void {
    if (closed) return
    socket.close(code, reason)
    end(code)
  }

  function cut(): void {
    socket.terminate()
    end(1006)
  }

  function end(code: number): void {
    if (closed) return
    closed = true
    clearTimeout(debtTimer)
    delivery.close()
    metrics.onClose(code)
  }

  return {
    onMessage(text) {
      // A client that is told to go sends again what has no answer.
      if (closed) return
      heardAt = now()
      answersPing = true
      const frame = readFrame(text)
      if (frame.kind === 'answer') {
        const known = frame.pushId !== undefined && delivery.acknowledge(frame.pushId, frame.received)
        if (known) metrics.onReceipt()
        else charge(1)
        return
      }
      charge(1 + text.length / bytesPerToken)
      if (frame.kind === 'invalid') return refuse(frame.id, frame.error)
      const work = answer(frame.id, frame.method, frame.params).finally(() => {
        pending.delete(work)
        brake('pending', pending.size >= maxPending)
      })
      pending.add(work)
      brake('pending', pending.size >= maxPending)
    },
    onPong() {
      answersPing = true
    },
    onDrain() {
      stuckSince = undefined
      brake('buffer', false)
      delivery.flush()
    },
    onClose: () => end(1000),
    tick() {
      if (closed) return
      const paused = brakes.debt || brakes.pending || brakes.buffer
      const buffered = socket.buffered()
      stuckSince = buffered < limits.bufferedBytes ? undefined : (stuckSince ?? now())
      if (stuckSince !== undefined && now() - stuckSince >= limits.stuckMs) return cut()
      // While we do not read we cannot see its answer.
      if (!answersPing && !paused) return cut()
      if (!subscribed && now() - heardAt >= limits.staleMs) return close(4008, 'Stale connection')
      answersPing = false
      socket.ping()
    },
    close,
    async settled() {
      await Promise.allSettled(pending)
    },
  }
}
