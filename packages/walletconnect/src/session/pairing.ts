import type { SIWXMessageData, SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from '../auth/parseAuthResponse.ts'
import type { RelayClient } from '../relay/createRelayClient.ts'
import type { PeerRequest, RpcMessenger } from './createRpcMessenger.ts'
import type { SessionStore } from './createSessionStore.ts'
import type { ProposedNamespaces } from './namespaces.ts'
import type { Session } from './Session.ts'

/** The application's metadata, which the wallet shows. */
export type AppMetadata = { name: string; description: string; url: string; icons: readonly string[] }

/** Fields of the sign-in message; the wallet fills in the account and the chain. */
export type SignInRequest = Omit<SIWXMessageData, 'accountAddress' | 'chainId'>

/** How to request a sign-in together with the connection, see `authenticateSession`. */
export type OneClick = {
  signIn: SignInRequest
  verify: VerifySignIn
}

/** The parameters of `connectWallet`. */
export type ConnectWalletParameters = {
  messenger: RpcMessenger
  relay: RelayClient
  store: SessionStore
  /** Handlers of settlements by session topic; the client calls them when `wc_sessionSettle` arrives. */
  settlements: Map<string, (request: PeerRequest) => Promise<void>>
  metadata: AppMetadata
  proposed: ProposedNamespaces
  oneClick?: OneClick | undefined
  /** Called with each pairing URI to show, again before the last one expires. `expiresAt`: ms since epoch. */
  onUri(uri: string, details: { expiresAt: number }): void
  signal?: AbortSignal | undefined
}

/** A new session and the sign-ins that came with it. */
export type ConnectedWallet = { session: Session; proofs: readonly SIWXSession[] }

/** What the requests sent over one pairing share. */
export type PairingContext = ConnectWalletParameters & {
  topic: string
  keyPair: { privateKey: string; publicKey: string }
  /** Seconds since epoch. */
  expiryTimestamp: number
  /** Whether another pairing was answered or the user aborted. */
  isOver(): boolean
  /** Called when a wallet has accepted a request of this pairing. */
  onAnswered(): void
}

/** A request sent over a pairing. */
export type PairingRequest = {
  /** Resolves when the relay has accepted the request. */
  sent: Promise<void>
  /** Waits for the wallet's response and the session that follows from it. */
  waitForSession(): Promise<ConnectedWallet>
}
