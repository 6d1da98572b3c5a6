import { MessageVerifier } from './MessageVerifier.ts'

/** Verifies sessions of Bitcoin accounts in the page: BIP-322 and the older recoverable signatures. */
export class BIP122Verifier extends MessageVerifier {
  constructor() {
    super('bip122')
  }
}
