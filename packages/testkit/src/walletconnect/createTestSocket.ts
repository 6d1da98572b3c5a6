type Listener = (event: never) => void

/** The client's end of an in-memory connection, and the methods with which the server controls it. */
export type TestSocket = {
  readonly readyState: number
  send(text: string): void
  close(code?: number | undefined, reason?: string | undefined): void
  addEventListener(type: string, listener: Listener): void
  /** Delivers a message from the server. */
  deliver(text: string): void
  /** Closes the connection from the server's side, or as a network failure does. */
  end(code: number, reason: string): void
  /** Stops delivery in both directions without closing the connection. */
  freeze(): void
}

/** The server's callbacks, see {@link createTestSocket}. */
export type TestSocketServer = {
  /** Returns false to refuse the connection. */
  onOpen(): boolean
  onText(text: string): void
  onClose(): void
}

/** Creates an in-memory socket. Messages arrive in order, in later microtasks. */
export function createTestSocket({ onOpen, onText, onClose }: TestSocketServer): TestSocket {
  const listeners = new Map<string, Listener[]>()
  let readyState = 0
  let isFrozen = false

  function emit(type: string, event: unknown) {
    for (const listener of listeners.get(type) ?? []) listener(event as never)
  }

  function end(code: number, reason: string) {
    if (readyState === 3) return
    readyState = 3
    onClose()
    queueMicrotask(() => emit('close', { code, reason }))
  }

  queueMicrotask(() => {
    if (readyState !== 0) return
    readyState = 1
    if (!onOpen()) {
      emit('error', {})
      end(1006, '')
    } else emit('open', {})
  })

  return {
    get readyState() {
      return readyState
    },
    send(text) {
      if (readyState === 0) throw new Error('The socket is not open yet.')
      if (readyState === 3 || isFrozen) return
      queueMicrotask(() => {
        if (!isFrozen) onText(text)
      })
    },
    close(code = 1000, reason = '') {
      end(code, reason)
    },
    addEventListener(type, listener) {
      listeners.set(type, [...(listeners.get(type) ?? []), listener])
    },
    deliver(text) {
      queueMicrotask(() => {
        if (readyState === 1 && !isFrozen) emit('message', { data: text })
      })
    },
    end,
    freeze() {
      isFrozen = true
    },
  }
}
