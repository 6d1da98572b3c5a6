import { BaseError } from '../errors/BaseError.ts'

/** Thrown when a text is not the CAIP identifier it should be. */
export class InvalidCaipError extends BaseError {
  override name = 'InvalidCaipError'
  static override code = 'invalid-caip'
  /** The standard whose grammar the value fails. */
  readonly standard: 'CAIP-2' | 'CAIP-10'
  constructor({ standard, value }: { standard: 'CAIP-2' | 'CAIP-10'; value: unknown }) {
    const shown = typeof value === 'string' ? JSON.stringify(value.slice(0, 160)) : `a ${typeof value}`
    const example = standard === 'CAIP-2' ? 'eip155:1' : 'eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
    super(`Not a ${standard} identifier.`, {
      metaMessages: [`Value: ${shown}`, `Expected a text such as ${example}`],
    })
    this.standard = standard
  }
}
