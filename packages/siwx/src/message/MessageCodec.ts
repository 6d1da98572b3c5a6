/** What differs in a sign-in message from one chain family to another. */
export type MessageCodec = {
  /** What is wrong with an address on the network of a CAIP-2 reference, or `undefined`. */
  addressProblem(address: string, reference: string): string | undefined
  /** The one spelling of an address; a text that is none comes back as it is. */
  normalizeAddress(address: string): string
  /** The text after "Chain ID: " for a CAIP-2 reference. */
  printChainId(reference: string): string
  /** The CAIP-2 reference for the text after "Chain ID: ", or `undefined` if it is none. */
  readChainId(text: string): string | undefined
  /** Empty lines between address and fields where there is no statement; two if left out, as in EIP-4361. */
  gapWithoutStatement?: 1 | undefined
}
