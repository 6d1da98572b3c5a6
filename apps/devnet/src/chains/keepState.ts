import { setTimeout as later } from 'node:timers/promises'
import type { Anvil } from './startAnvil.ts'
import { writeState } from './writeState.ts'

/** Milliseconds of rest after saving: what a kill can lose of a small chain. */
const pause = 200

/** Keeps a file equal to a chain's state. */
export interface StateKeeper {
  /** Saves once more and stops watching. */
  close(): Promise<void>
}

/**
 * Saves a chain after each new block, whole or not at all.
 *
 * anvil's own `--state-interval` is not used: it rewrites the file in place every interval, changed or not, so that an
 * idle chain wears the disk and a kill at the wrong moment leaves half a file.
 *
 * What no block announces (`anvil_setBalance` and its kin) is saved with the next block or at `close`.
 *
 * @param log takes a sentence when saving fails (disk full, folder gone); the chain goes on
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

  // A dying chain breaks its connections before its end is known; then there is nothing to complain about.
  const complain = async (line: string): Promise<void> => {
    const gone = await Promise.race([anvil.exited.then(() => true), later(300, false)])
    if (!gone) log(line)
  }
  const write = async (): Promise<void> => {
    dirty = false
    try {
      await writeState({ anvil, file })
    } catch (error) {
      await complain(`The state could not be saved to ${file}: ${(error as Error).message}`)
    }
  }
  const save = async (): Promise<void> => {
    const started = performance.now()
    await write()
    // A large state takes longer to write: never spend more than a tenth of the time on it.
    const rest = Math.max(pause, (performance.now() - started) * 9)
    saving = undefined
    timer = setTimeout(() => {
      timer = undefined
      if (dirty) saving = save()
    }, rest)
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
      // What came in between is saved too.
      watch().then(onHead, (error: Error) =>
        complain(`The state of ${anvil.url} is no longer saved: ${error.message}`),
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
    // The first message is the answer to the subscription.
    socket.onmessage = () => resolve()
    socket.onerror = () => reject(new Error(`no WebSocket at ${socket.url}`))
  })
  socket.onmessage = onHead
  return socket
}
