/** The reasons for which the local chains do not start or do not go on. */
export type DevnetErrorCode =
  | 'anvil-missing'
  | 'chain-not-ready'
  | 'chain-stopped'
  | 'data-dir-in-use'
  | 'data-dir-unusable'
  | 'invalid-port'
  | 'port-taken'
  | 'state-corrupt'

/** Base of what this package throws. The message is for people: what, where, and what to do about it. */
export class DevnetError extends Error {
  override name = 'DevnetError'
  readonly code: DevnetErrorCode
  constructor(code: DevnetErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
