import type { KeyOperations } from './createKeyOperations.ts'

/** A worker that holds a key for as long as it lives, and nothing else. */
export interface KeyWorker {
  /** Runs one operation. Rejects with what it threw, by name and message. */
  run<name extends keyof KeyOperations>(
    name: name,
    input: Parameters<KeyOperations[name]>[0],
  ): Promise<Awaited<ReturnType<KeyOperations[name]>>>
  /** Ends it, and rejects what still runs. */
  close(): void
}

/** Starts a worker: one for each creation, login or approval. */
export type StartKeyWorker = () => KeyWorker
