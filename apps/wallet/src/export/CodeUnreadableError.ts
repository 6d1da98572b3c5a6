/** The typed text is not a recovery code. */
export class CodeUnreadableError extends Error {
  override name = 'CodeUnreadableError'
  constructor() {
    super('This is not a recovery code: it has 32 letters and digits.')
  }
}
