/**
 * Why a script was not satisfied. With `inconclusive` the script asks for something that is not understood here, which
 * BIP-322 tells apart from a wrong signature; neither is accepted.
 */
export class ScriptError extends Error {
  override name = 'ScriptError'
  readonly inconclusive: boolean
  constructor(reason: string, { inconclusive = false }: { inconclusive?: boolean } = {}) {
    super(reason)
    this.inconclusive = inconclusive
  }
}
