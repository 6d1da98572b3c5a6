import { SealBrokenError } from '../keys/sealing.ts'
import { createKeyOperations } from './createKeyOperations.ts'
import type { WorkerOperations } from './KeyWorker.ts'

/** A message to the worker, and its reply. */
export type KeyRequest = { id: number; name: string; input: unknown }
export type KeyReply =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; isBroken: boolean; message: string }

/** Runs the key operations that are requested over a port; the worker's side of `connectKeyWorker`. */
export function serveKeyOperations(
  port: {
    onmessage: ((event: MessageEvent<KeyRequest>) => void) | null
    postMessage(reply: KeyReply): void
  },
  operations: WorkerOperations = createKeyOperations(),
): void {
  port.onmessage = ({ data: { id, name, input } }) => {
    const operation = operations[name] as (input: unknown) => Promise<unknown>
    operation(input).then(
      (value) => port.postMessage({ id, ok: true, value }),
      (error: unknown) =>
        port.postMessage({
          id,
          ok: false,
          isBroken: error instanceof SealBrokenError,
          message: error instanceof Error ? error.message : 'The key could not be used.',
        }),
    )
  }
}
