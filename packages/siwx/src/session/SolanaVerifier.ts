import { MessageVerifier } from './MessageVerifier.ts'

/** Proves sessions of Solana accounts in the page, by the account's key (Ed25519). */
export class SolanaVerifier extends MessageVerifier {
  constructor() {
    super('solana')
  }
}
