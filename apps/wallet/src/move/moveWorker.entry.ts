import type { MoveTask } from './moveTask.ts'
import { runMoveTask } from './runMoveTask.ts'

// Entry of the worker that gives and receives a wallet. It runs one task.
addEventListener('message', ({ data }: MessageEvent<MoveTask>) => {
  runMoveTask(data).then(
    (value) => postMessage({ value }),
    () => postMessage({}),
  )
})
