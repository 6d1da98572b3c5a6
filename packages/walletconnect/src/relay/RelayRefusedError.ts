import { BaseError } from '@portico/protocol'

/**
 * The relay closed the connection with code 3000 and a reason. `code` is one of the gateway's refusal codes, so that
 * the kit shows the same alert for both: `invalid-key`, `origin-not-allowed`, `jwt-not-yet-valid`,
 * `project-id-missing`, or `relay-refused` for an unknown reason.
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

/** Returns the refusal that a WebSocket close event stands for; `undefined` for any close code but 3000. */
export function readRefusal({
  code,
  reason,
}: {
  code: number
  reason: string
}): RelayRefusedError | undefined {
  if (code !== 3000) return undefined
  return new RelayRefusedError({ code: reasons.find(([pattern]) => pattern.test(reason))?.[1], reason })
}
