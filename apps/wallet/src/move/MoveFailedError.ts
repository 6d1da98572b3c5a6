import { BaseError } from '@portico/protocol'

/**
 * Why a move failed on a device: a step took too long (`move-over`), the digits were wrong too often (`digits-burnt`), the
 * older device's key is not that of the link (`key-wrong`), or the wallet does not open (`wallet-broken`).
 */
export type MoveFailure = 'move-over' | 'digits-burnt' | 'key-wrong' | 'wallet-broken'

/** The wallet could not be moved; `code` is the reason. Nothing has changed on the older device. */
export class MoveFailedError extends BaseError {
  override name = 'MoveFailedError'
  constructor(failure: MoveFailure, options: { cause?: unknown } = {}) {
    super('The wallet could not be moved to the other device.', { code: failure, ...options })
  }
}
