import { type ChildProcess, fork } from 'node:child_process'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Hub, HubWorker } from '../../infra/hub/createHub.ts'
import { createChildTarget } from './createChildTarget.ts'
import type { HandoffTarget } from './createHandoff.ts'
import { hubDescriptor, workerVariable } from './workerEnvironment.ts'

/** A worker's process. */
export type Worker = HandoffTarget & {
  number: number
  peer: HubWorker
  /** Resolves once it serves; rejects with a `WorkerEnd` if it ends before. */
  ready: Promise<void>
  /** Resolves with the exit code, or with the name of the signal. */
  ended: Promise<number | string>
  kill(signal: 'SIGTERM' | 'SIGKILL'): void
}

/** Starts a worker: the same program with the same environment, and a pipe to the hub. */
export function startWorker({ hub, number }: { hub: Hub; number: number }): Worker {
  const program = fileURLToPath(new URL('../../server.ts', import.meta.url))
  const stdio: ('ignore' | 'inherit' | 'ipc' | 'pipe')[] = ['ignore', 'inherit', 'inherit', 'ipc']
  stdio[hubDescriptor] = 'pipe'
  const child: ChildProcess = fork(program, [], {
    env: { ...process.env, [workerVariable]: String(number), PORTICO_PARENT_PIPE: '0' },
    stdio,
  })
  let setReady: () => void = () => undefined
  const peer = hub.connect(child.stdio[hubDescriptor] as unknown as Duplex, { onReady: () => setReady() })
  const ended = new Promise<number | string>((resolve) => {
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'unknown'))
    child.on('error', () => resolve('an error'))
  })
  const ready = new Promise<void>((resolve, reject) => {
    setReady = resolve
    void ended.then((end) => reject(new Error(`A worker ended at its start (${end}).`)))
  })
  ready.catch(() => undefined)

  void ended.then(peer.end)

  return {
    number,
    peer,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
    ...createChildTarget(child),
  }
}
