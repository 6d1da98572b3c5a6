import { runInWorker } from '../ui/runInWorker.ts'
import { MoveFailedError } from './MoveFailedError.ts'
import type { RunMove } from './moveTask.ts'
import workerUrl from './moveWorker.entry.ts?worker&url'

/**
 * Runs a task of a move in a worker of its own, whose file is served with a policy that allows no network access.
 *
 * @throws {MoveFailedError}
 */
export const moveInWorker = runInWorker({
  url: workerUrl,
  name: 'move',
  toError: () => new MoveFailedError('wallet-broken'),
}) as RunMove
