/** Codes of the errors of the local chains. */
export type DevnetErrorCode =
  | 'anvil-missing'
  | 'chain-not-ready'
  | 'chain-stopped'
  | 'data-dir-in-use'
  | 'data-dir-unusable'
  | 'invalid-port'
  | 'port-taken'
  | 'state-corrupt'

/** Base class of this package's errors. The message says what failed, where, and what to do. */
export class DevnetError extends Error {
  override name = 'DevnetError'
  readonly code: DevnetErrorCode
  constructor(code: DevnetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
