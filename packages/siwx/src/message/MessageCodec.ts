/** What differs in a sign-in message from one chain family to another. */
export type MessageCodec = {
  /** The word before "account" in the first line. */
  blockchain: string
  /** What is wrong with an address, or `undefined`. */
  addressProblem(address: string): string | undefined
  /** The one spelling of an address; a text that is none comes back as it is. */
  normalizeAddress(address: string): string
  /** The text after "Chain ID: " for a CAIP-2 reference. */
  printChainId(reference: string): string
  /** The CAIP-2 reference for the text after "Chain ID: ", or `undefined` if it is none. */
  readChainId(text: string): string | undefined
}
