import { isCaipAddress, parseCaipAddress } from '@portico/protocol'
import { HttpProblem } from '../../http/HttpProblem.ts'

const maxTokens = 100
/** How a list of addresses says "the coin". */
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Reads `forceUpdate`, a comma list of CAIP-10 contracts: they are read now, listed or not.
 *
 * @returns lower-case token addresses by chain; a chain whose coin alone was named has an empty list.
 * @throws {HttpProblem} `invalid-request`, which names it.
 */
export function readForceUpdate(value: string | undefined): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const entries = (value ?? '').split(',').filter((entry) => entry !== '')
  for (const entry of entries) {
    const parts = isCaipAddress(entry) ? parseCaipAddress(entry) : undefined
    if (!parts || !/^0x[0-9a-fA-F]{40}$/.test(parts.address) || entries.length > maxTokens) {
      const detail = `Must be at most ${maxTokens} CAIP-10 contracts such as eip155:1:0x…, with commas between.`
      throw new HttpProblem('invalid-request', {
        detail: `forceUpdate: ${detail}`,
        errors: [{ pointer: 'forceUpdate', detail }],
      })
    }
    const chain = `${parts.namespace}:${parts.reference}`
    const tokens = found.get(chain) ?? []
    const address = parts.address.toLowerCase()
    found.set(chain, address === native ? tokens : [...tokens, address])
  }
  return found
}
