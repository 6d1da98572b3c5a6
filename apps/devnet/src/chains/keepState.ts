import { setTimeout as later } from 'node:timers/promises'
import type { Anvil } from './startAnvil.ts'
import { writeState } from './writeState.ts'

/** Minimum milliseconds between two saves: what a kill can lose of a small chain. */
const pause = 200

/** Saves a chain's state to a file continuously. */
export interface StateKeeper {
  /** Saves once more and stops watching. */
  close(): Promise<void>
}

/**
 * Saves a chain's state atomically after each new block.
 *
 * anvil's own `--state-interval` is not used: it rewrites the file in place every interval, changed or not, so that an
 * idle chain wears the disk and a kill at the wrong moment leaves half a file.
 *
 * Changes without a block (`anvil_setBalance` and similar) are saved with the next block or on `close`.
 *
 * @param log receives a message when saving fails (disk full, folder deleted); the chain continues
 */
export async function keepState({
  anvil,
  file,
  log,
}: {
  anvil: Anvil
  file: string
  log: (line: string) => void
}): Promise<StateKeeper> {
  let closing = false
  let dirty = false
  let saving: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined

  // A chain that is ending closes its connections before its exit is known, so such errors are not logged.
  const logUnlessEnded = async (line: string): Promise<void> => {
    const hasEnded = await Promise.race([anvil.exited.then(() => true), later(300, false)])
    if (!hasEnded) log(line)
  }
  const write = async (): Promise<void> => {
    dirty = false
    try {
      await writeState({ anvil, file })
    } catch (error) {
      await logUnlessEnded(`The state could not be saved to ${file}: ${(error as Error).message}`)
    }
  }
  const save = async (): Promise<void> => {
    const started = performance.now()
    await write()
    // A large state takes longer to write: spend at most a tenth of the time on saving.
    const delayMs = Math.max(pause, (performance.now() - started) * 9)
    saving = undefined
    timer = setTimeout(() => {
      timer = undefined
      if (dirty) saving = save()
    }, delayMs)
    timer.unref()
  }

  const onHead = (): void => {
    dirty = true
    if (!saving && !timer) saving = save()
  }
  let socket: WebSocket
  const watch = async (): Promise<void> => {
    socket = await openHeads({ anvil, onHead })
    socket.onclose = () => {
      if (closing) return
      // Save after reconnecting, as blocks may have been missed.
      watch().then(onHead, (error: Error) =>
        logUnlessEnded(`The state of ${anvil.url} is no longer saved: ${error.message}`),
      )
    }
  }
  await watch()

  return {
    async close() {
      closing = true
      socket.close()
      await saving
      clearTimeout(timer)
      await write()
    },
  }
}

/** Subscribes to new blocks. */
async function openHeads({ anvil, onHead }: { anvil: Anvil; onHead: () => void }): Promise<WebSocket> {
  const socket = new WebSocket(anvil.url.replace('http', 'ws'))
  await new Promise<void>((resolve, reject) => {
    socket.onopen = () =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
    // The first message is the response to the subscription.
    socket.onmessage = () => resolve()
    socket.onerror = () => reject(new Error(`no WebSocket at ${socket.url}`))
  })
  socket.onmessage = onHead
  return socket
}
