import { BaseError } from '../errors/BaseError.ts'

/** Thrown when a value is not a valid CAIP-2 or CAIP-10 identifier. */
export class InvalidCaipError extends BaseError {
  override name = 'InvalidCaipError'
  static override code = 'invalid-caip'
  /** The standard that the value violates. */
  readonly standard: 'CAIP-2' | 'CAIP-10'
  constructor({ standard, value }: { standard: 'CAIP-2' | 'CAIP-10'; value: unknown }) {
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 160)) : `a ${typeof value}`
    const example = standard === 'CAIP-2' ? 'eip155:1' : 'eip155:1:0xC02a…6Cc2'
    super(`Not a ${standard} identifier.`, {
      metaMessages: [`Value: ${shown}`, `Expected a string such as ${example}`],
    })
    this.standard = standard
  }
}
