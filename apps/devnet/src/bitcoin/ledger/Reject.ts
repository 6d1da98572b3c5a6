/** Reason for refusing a transaction, with Bitcoin Core's reject code. */
export class Reject extends Error {
  override name = 'Reject'
  /** Details, appended to the code. */
  readonly details: string | undefined
  constructor(reason: string, details?: string) {
    super(reason)
    this.details = details
  }
}
