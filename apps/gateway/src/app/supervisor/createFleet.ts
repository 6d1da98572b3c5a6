import type { Log } from '@portico/server'
import type { Hub } from '../../infra/hub/createHub.ts'
import type { Handoff } from './createHandoff.ts'
import { createRestartPolicy } from './createRestartPolicy.ts'
import { startWorker, type Worker } from './startWorker.ts'

/** The workers of a supervisor. */
export type Fleet = {
  /** Starts the workers, the first one alone, and resolves once all serve. Rejects if the first one cannot start. */
  start(): Promise<void>
  /** Replaces one worker after the other, each once its replacement serves. */
  restart(): Promise<void>
  /** Stops all workers, and resolves once they have ended. */
  stop(): Promise<void>
  /** The workers that have not ended. */
  workers(): readonly Worker[]
}

/** A worker exits by itself 30 s after SIGTERM or `retire`. */
const killAfterMs = 35_000

/**
 * Creates the workers of a supervisor. One that ends is replaced; see `createRestartPolicy`.
 *
 * @param onGiveUp called with the reason if workers end again and again shortly after their start.
 */
export function createFleet({
  count,
  hub,
  handoff,
  log,
  onEnd,
  onReplace,
  onGiveUp,
}: {
  count: number
  hub: Hub
  handoff: Handoff
  log: Log
  /** Called with the number of each worker that has ended. */
  onEnd: (number: number) => void
  /** Called when a worker that has ended is to be replaced. */
  onReplace: () => void
  onGiveUp: (reason: string) => void
}): Fleet {
  const policy = createRestartPolicy({ workers: count })
  const running = new Set<Worker>()
  /** Workers that were asked to end. */
  const leaving = new Set<Worker>()
  let lastNumber = 0
  let isStopping = false
  let restarting: Promise<void> | undefined

  /** Starts a worker and resolves once it serves. It is replaced when it ends. */
  async function add(): Promise<Worker> {
    const worker = startWorker({ hub, number: ++lastNumber })
    running.add(worker)
    const startedAt = performance.now()
    let remove: (() => void) | undefined
    let isServing = false
    void worker.ended.then((end) => {
      remove?.()
      running.delete(worker)
      onEnd(worker.number)
      if (isServing && !leaving.delete(worker) && !isStopping)
        replace({ end, livedMs: performance.now() - startedAt })
    })
    await worker.ready
    isServing = true
    remove = handoff.add(worker)
    return worker
  }

  function replace({ end, livedMs }: { end: number | string; livedMs: number }): void {
    const waitMs = policy.onEnd(livedMs)
    if (waitMs === undefined) {
      onGiveUp(
        `Workers end again and again shortly after their start, the last one with ${end}; the lines above say why. The gateway stops.`,
      )
      return
    }
    onReplace()
    log.warn({ reason: String(end) }, 'a worker ended and is replaced')
    setTimeout(() => {
      if (isStopping) return
      const startedAt = performance.now()
      add().catch(() => {
        if (!isStopping) replace({ end: 'an error at its start', livedMs: performance.now() - startedAt })
      })
    }, waitMs)
  }

  /** Takes a worker out of service and resolves once it has ended. */
  async function retire(worker: Worker): Promise<void> {
    leaving.add(worker)
    worker.peer.tell('retire', null)
    await endOf(worker)
  }

  async function endOf(worker: Worker): Promise<void> {
    const timer = setTimeout(() => worker.kill('SIGKILL'), killAfterMs)
    await worker.ended
    clearTimeout(timer)
  }

  async function restartAll(): Promise<void> {
    for (const worker of [...running]) {
      if (isStopping || !running.has(worker)) continue
      try {
        await add()
      } catch {
        log.error({}, 'a new worker did not start: the restart ends, and the workers from before go on')
        return
      }
      await retire(worker)
    }
  }

  return {
    async start() {
      await add()
      await Promise.all(Array.from({ length: count - 1 }, add))
    },
    restart() {
      // A second request is served after the first: what changed may have changed after some workers started.
      restarting = (restarting ?? Promise.resolve()).then(restartAll)
      return restarting
    },
    async stop() {
      isStopping = true
      const all = [...running]
      for (const worker of all) worker.kill('SIGTERM')
      await Promise.all(all.map(endOf))
    },
    workers: () => [...running],
  }
}
