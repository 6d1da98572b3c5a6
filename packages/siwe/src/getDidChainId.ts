/**
 * Returns the chain ID of a decentralized identifier, or undefined for another text.
 *
 * @example
 * import { getDidChainId } from '@portico/siwe'
 *
 * getDidChainId('did:pkh:eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2') // '1'
 */
export function getDidChainId(did: string): string | undefined {
  return /^did:pkh:[^:]+:([^:]+):[^:]+$/.exec(did)?.[1]
}
