/**
 * Returns the address of a decentralized identifier, or undefined for another text.
 *
 * @see https://github.com/w3c-ccg/did-pkh/blob/main/did-pkh-method-draft.md
 * @example
 * import { getDidAddress } from '@portico/siwe'
 *
 * getDidAddress('did:pkh:eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2') // '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
 */
export function getDidAddress(did: string): string | undefined {
  return /^did:pkh:[^:]+:[^:]+:([^:]+)$/.exec(did)?.[1]
}
