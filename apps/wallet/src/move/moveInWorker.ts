import { scriptUrl } from '../ui/scriptUrl.ts'
import { MoveFailedError } from './MoveFailedError.ts'
import type { RunMove } from './moveTask.ts'
import workerUrl from './moveWorker.entry.ts?worker&url'

/**
 * Runs a task of a move in a worker of its own, whose file is served with a policy that allows no network access.
 *
 * @throws {MoveFailedError}
 */
export const moveInWorker: RunMove = (task) =>
  new Promise((resolve, reject) => {
    const worker = new Worker(scriptUrl(workerUrl), { type: 'module', name: 'move' })
    const fail = () => reject(new MoveFailedError('wallet-broken'))
    worker.onmessage = ({ data }) => {
      worker.terminate()
      if (data.value) resolve(data.value)
      else fail()
    }
    worker.onerror = fail
    worker.postMessage(task)
  })
