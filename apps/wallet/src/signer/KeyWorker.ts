import type { KeyOperations } from './createKeyOperations.ts'

/** A worker that holds a key until it is closed. */
export interface KeyWorker {
  /** Runs one operation. Rejects with the error that it threw. */
  run<name extends keyof KeyOperations>(
    name: name,
    input: Parameters<KeyOperations[name]>[0],
  ): Promise<Awaited<ReturnType<KeyOperations[name]>>>
  /** Terminates the worker and rejects pending operations. */
  close(): void
}

/** Starts a worker; each creation, login and approval uses a new one. */
export type StartKeyWorker = () => KeyWorker
