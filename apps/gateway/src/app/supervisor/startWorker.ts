import { type ChildProcess, fork } from 'node:child_process'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Hub, HubWorker } from '../../infra/hub/createHub.ts'
import type { HandoffTarget } from './createHandoff.ts'
import type { Handover } from './Handover.ts'
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

  const offered = new Map<number, (isTaken: boolean) => void>()
  let last = 0
  const settle = ({ connection, isTaken }: Handover) => {
    offered.get(connection)?.(isTaken)
    offered.delete(connection)
  }
  child.on('message', (message) => settle(message as Handover))
  void ended.then(peer.end)
  // Not at its exit: what it has taken before may not have been read here yet.
  child.once('disconnect', () => {
    for (const connection of [...offered.keys()]) settle({ connection, isTaken: false })
  })

  return {
    number,
    peer,
    ready,
    ended,
    kill: (signal) => void child.kill(signal),
    take: (socket: Socket) =>
      new Promise((resolve) => {
        const connection = ++last
        offered.set(connection, resolve)
        if (!child.connected) return settle({ connection, isTaken: false })
        // Kept open here, so that another worker can have it if this one ends first.
        child.send(connection, socket, { keepOpen: true }, (error) => {
          // The client has gone, or the worker: then `disconnect` follows.
          if (error && child.connected) settle({ connection, isTaken: true })
        })
      }),
  }
}
