import { BaseError } from '@portico/protocol'

/**
 * A relay closed the connection with 3000 and a reason. `code` is that of the gateway's refusals, so that the kit
 * shows the same alert for both: `invalid-key`, `origin-not-allowed`, `jwt-not-yet-valid`, `project-id-missing`, or
 * `relay-refused` for a reason nobody knows.
 */
export class RelayRefusedError extends BaseError {
  override name = 'RelayRefusedError'
  static override code = 'relay-refused'
  constructor({ code, reason }: { code?: string | undefined; reason: string }) {
    super('The WalletConnect relay does not accept this application.', {
      code,
      details: reason.slice(0, 200),
      metaMessages: ['Check the project id, its allowed origins and the clock of this device.'],
    })
  }
}

const reasons: readonly (readonly [RegExp, string])[] = [
  [/origin not allowed/i, 'origin-not-allowed'],
  [/not yet valid/i, 'jwt-not-yet-valid'],
  [/invalid key|project not found|invalid project id/i, 'invalid-key'],
  [/project id is missing/i, 'project-id-missing'],
]

/** The refusal a closing of the socket stands for, if it is one. */
export function readRefusal({
  code,
  reason,
}: {
  code: number
  reason: string
}): RelayRefusedError | undefined {
  if (code !== 3000) return undefined
  return new RelayRefusedError({ code: reasons.find(([words]) => words.test(reason))?.[1], reason })
}
