import { MessageVerifier } from './MessageVerifier.ts'

/** Verifies sessions of Solana accounts in the page (Ed25519). */
export class SolanaVerifier extends MessageVerifier {
  constructor() {
    super('solana')
  }
}
