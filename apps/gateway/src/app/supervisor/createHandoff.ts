import type { Socket } from 'node:net'

/** Receives connections; see `createHandoff`. */
export type HandoffTarget = {
  /**
   * Sends a connection to the worker.
   *
   * @returns whether the worker has it; false if it ended or refused.
   */
  take(socket: Socket): Promise<boolean>
}

/** Passes connections on to workers. */
export type Handoff = {
  /** A worker that takes connections from now on. Returns the function that ends this. */
  add(target: HandoffTarget): () => void
  /** Passes on a connection. It waits while there is no worker. */
  pass(socket: Socket): void
  /** Closes the connections that wait. */
  close(): void
}

/** Connections that wait for a worker. Further ones are closed. */
const maxWaiting = 4096

/**
 * Passes each connection to the worker that has the fewest it has not taken yet, in turns if several have none: a worker
 * that is busy or hangs gets no more until it continues. A connection whose worker ends before it has taken it goes to
 * another one, so that none is lost (node:cluster would leave it open without an answer).
 */
export function createHandoff(): Handoff {
  type Entry = { target: HandoffTarget; open: number }
  /** The one that got a connection the longest ago comes first. */
  let entries: Entry[] = []
  let waiting: Socket[] = []

  async function give(entry: Entry, socket: Socket): Promise<void> {
    entry.open++
    const isTaken = await entry.target.take(socket).catch(() => false)
    entry.open--
    // Closes only this process's handle of the connection; the worker has its own.
    if (isTaken) return void socket.destroy()
    // It takes no more.
    entries = entries.filter((each) => each !== entry)
    pass(socket)
  }

  function pass(socket: Socket): void {
    if (socket.destroyed) return
    const [first, ...others] = entries
    if (!first) {
      if (waiting.length < maxWaiting) waiting.push(socket)
      else socket.destroy()
      return
    }
    const chosen = others.reduce((best, entry) => (entry.open < best.open ? entry : best), first)
    entries = [...entries.filter((entry) => entry !== chosen), chosen]
    void give(chosen, socket)
  }

  return {
    add(target) {
      const entry = { target, open: 0 }
      entries = [entry, ...entries]
      const queue = waiting
      waiting = []
      for (const socket of queue) pass(socket)
      return () => {
        entries = entries.filter((each) => each !== entry)
      }
    },
    pass,
    close() {
      for (const socket of waiting) socket.destroy()
      waiting = []
    },
  }
}
