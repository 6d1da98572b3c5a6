/** The upstream ran a simulation without the code that the account was to have. */
export class CodeNotOverriddenError extends Error {
  override name = 'CodeNotOverriddenError'
  constructor() {
    super('The upstream does not override the code of the account.')
  }
}
