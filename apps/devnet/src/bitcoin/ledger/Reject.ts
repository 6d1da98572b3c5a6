/** Why a transaction is not taken, in Bitcoin Core's words. */
export class Reject extends Error {
  override name = 'Reject'
  /** More about it, after the word. */
  readonly details: string | undefined
  constructor(reason: string, details?: string) {
    super(reason)
    this.details = details
  }
}
