/**
 * Thrown when a script is not satisfied. `inconclusive` means that the script uses something this verifier does not
 * support. BIP-322 distinguishes that from an invalid signature; neither is accepted.
 */
export class ScriptError extends Error {
  override name = 'ScriptError'
  readonly inconclusive: boolean
  constructor(reason: string, { inconclusive = false }: { inconclusive?: boolean } = {}) {
    super(reason)
    this.inconclusive = inconclusive
  }
}
