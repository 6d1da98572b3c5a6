import type { Hex } from 'viem'
import type { Signer } from '../signer/Signer.ts'

/** What the host page says of itself. Claims: shown as such, and never beside or instead of the origin. */
export type DappClaims = {
  name?: string | undefined
  url?: string | undefined
  icon?: string | undefined
}

/** Who is logged in, and for whom: what a request needs to know of it. */
export interface WalletSession {
  /** The account, with its EIP-55 checksum. */
  readonly address: Hex
  /** The host page's origin, as the browser stated it at the handshake. */
  readonly origin: string
  readonly projectId: string
  readonly dapp: DappClaims
  /** The network that is chosen now, as CAIP-2. */
  chainId(): string
  /**
   * Fetches this device's share of the key and opens the vault in a worker. Once per approval; close it afterwards.
   *
   * @throws {SessionEndedError} when this device was revoked, or its part of the key is gone: log in again
   */
  openSigner(): Promise<Signer>
}
