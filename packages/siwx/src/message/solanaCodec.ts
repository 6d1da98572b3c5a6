import type { MessageCodec } from './MessageCodec.ts'

/** The network names that wallets accept. Other networks, such as a local one, are written as CAIP-2 references. */
const names: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/**
 * Solana: the text of Sign-In With Solana, with the fields that EIP-4361 requires. It has one empty line if there is no
 * statement, and uses the names of the public networks: wallets refuse their references.
 *
 * @see https://github.com/phantom/sign-in-with-solana
 * @see https://namespaces.chainagnostic.org/solana/caip2
 */
export const solanaCodec: MessageCodec = {
  // The verification of the signature checks that this is a key of 32 bytes.
  addressProblem: (address) =>
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'must be 32 bytes in base58',
  normalizeAddress: (address) => address,
  printChainId: (reference) => (Object.hasOwn(names, reference) && names[reference]) || reference,
  readChainId(text) {
    const reference = Object.keys(names).find((key) => names[key] === text)
    // Only one form per network is accepted, so that a parsed message is written back to the same text.
    return (
      reference ?? (/^[1-9A-HJ-NP-Za-km-z]{32}$/.test(text) && !Object.hasOwn(names, text) ? text : undefined)
    )
  },
  gapWithoutStatement: 1,
}
