import { MessageVerifier } from './MessageVerifier.ts'

/**
 * Verifies sessions of Ethereum accounts in the page: by the account's key, or with calls to the network for smart
 * accounts (ERC-1271, ERC-6492).
 */
export class EIP155Verifier extends MessageVerifier {
  constructor() {
    super('eip155')
  }
}
