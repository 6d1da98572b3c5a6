import type { Hex } from 'viem'
import type { Signer } from '../signer/Signer.ts'

/** What the host page claims about itself. Shown as a claim, below the origin and never instead of it. */
export type DappClaims = {
  name?: string | undefined
  url?: string | undefined
  icon?: string | undefined
}

/** The namespaces that the wallet has accounts of. */
export type WalletNamespace = 'eip155' | 'solana'

/** The session as requests use it: the account, the host page and the chosen network. */
export interface WalletSession {
  /** Address of the account, with its EIP-55 checksum. */
  readonly address: Hex
  /** Address of the Solana account; undefined if the wallet has none. */
  solanaAddress(): string | undefined
  /** The host page's origin, as reported by the browser at the handshake. */
  readonly origin: string
  readonly projectId: string
  readonly dapp: DappClaims
  /** The chosen network of a namespace, as a CAIP-2 chain ID. */
  chainId(namespace: WalletNamespace): string
  /**
   * Opens the wallet in a worker, for one approval. Close the signer afterwards.
   *
   * @throws {SessionEndedError} when this device was revoked, or has lost its part of the key
   */
  openSigner(): Promise<Signer>
}
