/** The parts of a sign-in message that differ between namespaces. */
export type MessageCodec = {
  /** Returns why an address is not valid on the network of a CAIP-2 reference, or `undefined` if it is valid. */
  addressProblem(address: string, reference: string): string | undefined
  /** Returns the canonical form of an address. Returns other texts unchanged. */
  normalizeAddress(address: string): string
  /** Returns the text after "Chain ID: " for a CAIP-2 reference. */
  printChainId(reference: string): string
  /** Returns the CAIP-2 reference for the text after "Chain ID: ", or `undefined` if the text is not valid. */
  readChainId(text: string): string | undefined
  /** The number of empty lines between address and fields if there is no statement. Default: two, as in EIP-4361. */
  gapWithoutStatement?: 1 | undefined
}
