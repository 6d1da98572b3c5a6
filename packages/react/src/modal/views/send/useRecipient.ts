import type { NamespaceTransfers, Network } from '@portico/core'

/** Whom the typed text names. */
export interface RecipientState {
  /** The address in its usual spelling; undefined if the text is none, or not known yet. */
  address: string | undefined
}

/** Reads the recipient: an address of the network. */
export function useRecipient(
  text: string,
  { network, transfers }: { network: Network | undefined; transfers: NamespaceTransfers | undefined },
): RecipientState {
  const read = network && transfers?.readRecipient({ text: text.trim(), network })
  return { address: read?.address }
}
