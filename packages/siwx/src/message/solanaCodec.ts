import type { MessageCodec } from './MessageCodec.ts'

/** The names wallets know; the local network and any other is written by its CAIP-2 reference. */
const names: Readonly<Record<string, string>> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
}

/**
 * Solana: the text of Sign-In With Solana, with the fields that EIP-4361 wants. It has one empty line where there is
 * no statement, and calls the public networks by name: wallets refuse others.
 *
 * @see https://github.com/phantom/sign-in-with-solana
 * @see https://namespaces.chainagnostic.org/solana/caip2
 */
export const solanaCodec: MessageCodec = {
  // That it is a key of 32 bytes is looked at where a signature is proven.
  addressProblem: (address) =>
    /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address) ? undefined : 'must be 32 bytes in base58',
  normalizeAddress: (address) => address,
  printChainId: (reference) => (Object.hasOwn(names, reference) && names[reference]) || reference,
  readChainId(text) {
    const named = Object.keys(names).find((reference) => names[reference] === text)
    // One spelling for each network, so that a message that was read prints back to the same text.
    return (
      named ?? (/^[1-9A-HJ-NP-Za-km-z]{32}$/.test(text) && !Object.hasOwn(names, text) ? text : undefined)
    )
  },
  gapWithoutStatement: 1,
}
