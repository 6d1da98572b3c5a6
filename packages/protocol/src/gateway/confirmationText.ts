/** What the key of a new wallet signs to confirm the wallet. */
export type Confirmation = {
  userId: string
  walletId: string
  /** The wallet's address, in any case. */
  address: string
  /** The gateway's `confirmNonce` for this wallet. */
  nonce: string
}

/**
 * Returns the text whose SHA-256 digest the key of a new wallet's address signs, so that nobody can confirm a wallet under
 * another user's address.
 *
 * The digest is signed as it is, with secp256k1. Messages (EIP-191), typed data (EIP-712) and transactions are hashed with
 * Keccak-256 instead, so a signature that a page asks for never confirms a wallet, and this signature never approves
 * anything else.
 *
 * @example
 * const digest = sha256(utf8(confirmationText({ userId, walletId, address, nonce: confirmNonce })))
 */
export function confirmationText({ userId, walletId, address, nonce }: Confirmation): string {
  return ['portico/wallet-confirmation/1', userId, walletId, address.toLowerCase(), nonce].join('\n')
}
