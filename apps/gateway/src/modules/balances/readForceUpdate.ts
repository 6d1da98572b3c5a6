import { isCaipAddress, parseCaipAddress } from '@portico/protocol'
import { Problem } from '../../infra/http/Problem.ts'

const maxTokens = 100
/** Placeholder address that stands for the native coin. */
const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'

/**
 * Parses the query parameter `forceUpdate`: a comma-separated list of CAIP-10 contracts that must be read from the
 * chain, listed or not.
 *
 * @returns lower-case token addresses by CAIP-2 chain ID; the list is empty if only the coin was given.
 * @throws {Problem} `invalid-request`, with the pointer `forceUpdate`.
 */
export function readForceUpdate(value: string | undefined): Map<string, string[]> {
  const tokensByChain = new Map<string, string[]>()
  const entries = (value ?? '').split(',').filter((entry) => entry !== '')
  for (const entry of entries) {
    const parts = isCaipAddress(entry) ? parseCaipAddress(entry) : undefined
    if (!parts || !/^0x[0-9a-fA-F]{40}$/.test(parts.address) || entries.length > maxTokens) {
      const detail = `Must be at most ${maxTokens} comma-separated CAIP-10 contracts such as eip155:1:0x….`
      throw new Problem('invalid-request', {
        detail: `forceUpdate: ${detail}`,
        errors: [{ pointer: 'forceUpdate', detail }],
      })
    }
    const chain = `${parts.namespace}:${parts.reference}`
    const tokens = tokensByChain.get(chain) ?? []
    const address = parts.address.toLowerCase()
    tokensByChain.set(chain, address === native ? tokens : [...tokens, address])
  }
  return tokensByChain
}
