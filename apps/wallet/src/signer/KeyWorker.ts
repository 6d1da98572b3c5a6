import type { KeyOperations } from './createKeyOperations.ts'

/** The operations of a worker: functions of one argument. */
export type WorkerOperations = { [name: string]: (input: never) => unknown }

/** A worker that holds a key until it is closed. */
export interface KeyWorker<Operations extends WorkerOperations = KeyOperations> {
  /** Runs one operation. Rejects with the error that it threw. */
  run<name extends keyof Operations>(
    name: name,
    input: Parameters<Operations[name]>[0],
  ): Promise<Awaited<ReturnType<Operations[name]>>>
  /** Terminates the worker and rejects pending operations. */
  close(): void
}

/** Starts a worker; each creation, login and approval uses a new one. */
export type StartKeyWorker = () => KeyWorker
