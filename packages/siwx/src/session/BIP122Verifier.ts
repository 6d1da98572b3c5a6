import { MessageVerifier } from './MessageVerifier.ts'

/** Proves sessions of Bitcoin accounts in the page, by BIP-322 or the recoverable signatures of before. */
export class BIP122Verifier extends MessageVerifier {
  constructor() {
    super('bip122')
  }
}
