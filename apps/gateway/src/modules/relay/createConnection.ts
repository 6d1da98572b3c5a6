import { answerRequest, type RelayCaller } from './answerRequest.ts'
import type { ConnectionShared } from './ConnectionShared.ts'
import { createDelivery } from './createDelivery.ts'
import { RelayError } from './RelayError.ts'
import type { RelaySocket } from './RelaySocket.ts'
import { readFrame } from './readFrame.ts'
import type { Sender } from './Sender.ts'

/** The protocol state of one connected client. */
export type Connection = {
  onMessage(text: string): void
  onPong(): void
  /** Called when the socket's send buffer has drained. */
  onDrain(): void
  onClose(): void
  /** Pings the client and checks for timeouts. Called every `pingMs`. */
  tick(): void
  /** Closes the connection; later messages are ignored. */
  close(code: number, reason: string): void
  /** Resolves when all requests in progress have finished. */
  settled(): Promise<void>
}

const bytesPerToken = 16_384
const maxWaitMs = 30_000
/** Limits of the requests in progress and of their size in characters, above which reading pauses. */
const maxPending = 64
const maxPendingLength = 1024 * 1024

/** Creates the protocol side of one connection: requests, rate limits, deliveries and timeouts. */
export function createConnection({
  sender,
  socket,
  shared,
}: {
  sender: Sender
  socket: RelaySocket
  shared: ConnectionShared
}): Connection {
  const { clientId } = sender
  const { limits, metrics, clientBuckets, now } = shared
  let closed = false
  let isAlive = true
  let subscribed = false
  let lastMessageAt = now()
  let blockedSince: number | undefined
  let debtTimer: NodeJS.Timeout | undefined
  const pending = new Set<Promise<void>>()
  let pendingLength = 0
  // Reading is paused while any of these is true.
  const pauseReasons = { debt: false, pending: false, buffer: false }

  const delivery = createDelivery({
    ...shared,
    clientId,
    socket,
    onPush: metrics.onPush,
  })
  const caller: RelayCaller = {
    ...sender,
    delivery,
    subscribe: async (topics) => {
      subscribed = true
      if (delivery.topics + topics.length > limits.topics) throw new RelayError('TopicLimitExceeded')
      await delivery.subscribe(topics)
    },
  }

  function setPauseReason(kind: keyof typeof pauseReasons, on: boolean): void {
    if (pauseReasons[kind] === on) return
    pauseReasons[kind] = on
    if (!closed) socket.setPaused(pauseReasons.debt || pauseReasons.pending || pauseReasons.buffer)
  }

  function limitPending(): void {
    setPauseReason('pending', pending.size >= maxPending || pendingLength >= maxPendingLength)
  }

  // Clients that exceed their rate get no error, because they would retry at once. Reading from the socket pauses
  // instead, so that TCP slows down this client and no other.
  function charge(tokens: number): void {
    const waitMs = clientBuckets.take(clientId, tokens)
    if (waitMs === 0 || closed) return
    if (waitMs > maxWaitMs) {
      close(1013, 'Too many requests')
      return
    }
    setPauseReason('debt', true)
    clearTimeout(debtTimer)
    debtTimer = setTimeout(() => setPauseReason('debt', false), waitMs).unref()
  }

  function send(text: string): void {
    if (closed) return
    socket.send(text)
    if (socket.buffered() < limits.bufferedBytes) return
    blockedSince ??= now()
    setPauseReason('buffer', true)
  }

  async function answer(id: string, method: string, params: unknown): Promise<void> {
    try {
      const { result, after } = await answerRequest({ method, params, caller, shared })
      send(`{"id":${id},"jsonrpc":"2.0","result":${JSON.stringify(result)}}`)
      after?.()
    } catch (error) {
      if (!(error instanceof RelayError)) shared.onError(error)
      refuse(id, error instanceof RelayError ? error : new RelayError('Internal', { cause: error }))
      // The request may have subscribed before it failed.
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

  function terminate(): void {
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
      // Clients resend unanswered requests after a reconnect, so dropping these is safe.
      if (closed) return
      lastMessageAt = now()
      isAlive = true
      const frame = readFrame(text)
      if (frame.kind === 'response') {
        const isReceipt = frame.pushId !== undefined && delivery.acknowledge(frame.pushId, frame.received)
        if (isReceipt) metrics.onReceipt()
        else charge(1)
        return
      }
      charge(1 + text.length / bytesPerToken)
      if (frame.kind === 'invalid') return refuse(frame.id, frame.error)
      const { length } = text
      const task = answer(frame.id, frame.method, frame.params).finally(() => {
        pending.delete(task)
        pendingLength -= length
        limitPending()
      })
      pending.add(task)
      pendingLength += length
      limitPending()
    },
    onPong() {
      isAlive = true
    },
    onDrain() {
      blockedSince = undefined
      setPauseReason('buffer', false)
      delivery.flush()
    },
    onClose: () => end(1000),
    tick() {
      if (closed) return
      const paused = pauseReasons.debt || pauseReasons.pending || pauseReasons.buffer
      const buffered = socket.buffered()
      blockedSince = buffered < limits.bufferedBytes ? undefined : (blockedSince ?? now())
      if (blockedSince !== undefined && now() - blockedSince >= limits.stuckMs) return terminate()
      // While reading is paused, pongs cannot arrive.
      if (!isAlive && !paused) return terminate()
      if (!subscribed && now() - lastMessageAt >= limits.staleMs) return close(4008, 'Stale connection')
      isAlive = false
      socket.ping()
    },
    close,
    async settled() {
      await Promise.allSettled(pending)
    },
  }
}
