import type { CreateRelaySocket, SessionMethodName } from '@portico/protocol/walletconnect'
import type { Approvals } from '../createApprovals.ts'
import type { EvmWallet, EvmWalletOptions } from '../evm/createEvmWallet.ts'
import type { WalletMessenger } from './createWalletMessenger.ts'
import type { SessionNamespaces, Settlement } from './settleNamespaces.ts'

/** The metadata of a wallet or an application. */
export type PeerMetadata = {
  name: string
  description: string
  url: string
  icons: readonly string[]
  redirect?: { native?: string | undefined; universal?: string | undefined } | undefined
}

/** A session as the wallet stores it. */
export type WalletSession = {
  readonly topic: string
  namespaces: SessionNamespaces
  /** Seconds since epoch. */
  expiry: number
  readonly peer: PeerMetadata
}

/** The options of `createWalletConnectWallet`. */
export type WalletConnectWalletOptions = Omit<EvmWalletOptions, 'authorized' | 'legacy'> & {
  relayUrl: string
  projectId?: string | undefined
  /** Defaults to `WebSocket`. Pass `createTestRelay().createSocket` for tests without a network. */
  createSocket?: CreateRelaySocket | undefined
  metadata?: Partial<PeerMetadata> | undefined
  /** Accounts of other namespaces, such as `{ solana: ['solana:5eykt…:7S3P4…'] }`. */
  otherAccounts?: Readonly<Record<string, readonly string[]>> | undefined
  /** Returns the result of a request of another namespace. */
  answer?: ((request: { chainId: string; method: string; params: unknown }) => unknown) | undefined
  /** Whether the wallet supports `wc_sessionAuthenticate`. Default: true. */
  oneClick?: boolean | undefined
}

/** A wallet connected over a relay. Its methods act as the wallet's user. */
export type WalletConnectWallet = Pick<
  Approvals,
  'setPolicy' | 'pending' | 'onRequest' | 'waitForRequest' | 'release'
> & {
  /** The wallet that holds the keys and chains. Its policies apply to signing. */
  readonly evm: EvmWallet
  readonly sessions: readonly WalletSession[]
  /** The requests of all sessions, the oldest first. */
  readonly requests: readonly {
    readonly method: string
    readonly params: unknown
    readonly chainId: string
  }[]
  settlement: Settlement
  /** Opens a pairing URI, as if it had been scanned. Resolves when the wallet has subscribed to the pairing. */
  pair(uri: string): Promise<void>
  /** Switches the chain in the wallet's menu and notifies the applications. */
  switchChain(chainId: number): Promise<void>
  /** Makes another account the active one, by its index in `evm.accounts`. */
  switchAccount(index: number): Promise<void>
  emit(event: { name: string; data: unknown; chainId: string }): Promise<unknown>
  update(namespaces: unknown): Promise<unknown>
  /** Extends the newest session to a time in seconds since epoch; defaults to seven days from now. */
  extend(expiry?: number | undefined): Promise<unknown>
  ping(): Promise<unknown>
  disconnect(): Promise<void>
  /** Sends a request on the newest session and resolves with the result. */
  send(method: SessionMethodName, params: unknown): Promise<unknown>
  /** Drops the connection to the relay. It is restored automatically. */
  drop(): void
  /** Closes the connection without notifying the applications. */
  close(): void
}

/** What the handlers of a wallet's incoming requests share. */
export type WalletConnectContext = {
  readonly evm: EvmWallet
  readonly approvals: Approvals
  readonly messenger: WalletMessenger
  readonly metadata: PeerMetadata
  /** By session topic. */
  readonly sessions: Map<string, WalletSession>
  /** Returns the deviations to apply to the next approval. */
  getSettlement(): Settlement
}

/** The lifetime of a session, in seconds: seven days. */
export const sessionLifetime = 604_800

/** Returns the current time in seconds since epoch. */
export function now(): number {
  return Math.floor(Date.now() / 1000)
}
