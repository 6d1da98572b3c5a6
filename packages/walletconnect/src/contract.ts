import type { Connector, KeyValueStorage, Network } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { CreateRelaySocket } from '@portico/protocol/walletconnect'
import type { SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from './auth/oneClick.ts'
import type { Rpc } from './connector/createProvider.ts'
import type { PageSignals } from './relay/pageSignals.ts'
import type { RelayRefusedError } from './relay/RelayRefusedError.ts'
import type { AppMetadata, SignInRequest } from './session/connectWallet.ts'
import type { Lock } from './session/createVault.ts'
import type { Peer } from './session/peer.ts'

/** Options of `walletConnect`. */
export type WalletConnectOptions = {
  /** The relay, `wss://…`. A wallet is reached only if it uses the same one: see the README. */
  relayUrl: string
  /** The id this application has at that relay. */
  projectId: string
  /** What the wallet shows of the application. */
  metadata: AppMetadata
  /** The application's networks, as of now; those to connect to if `chains` names no others. */
  networks: () => readonly Network[]
  /** Answers what is read: the gateway, or an RPC endpoint of the network. */
  rpc: Rpc
  storage: KeyValueStorage
  /** What is asked for, by family, in place of the defaults. */
  methods?: Partial<Record<NamespaceId, readonly string[]>> | undefined
  events?: Partial<Record<NamespaceId, readonly string[]>> | undefined
  /** Proves one-click sign-ins. By default `verifyMessage` of `@portico/siwx`, asking chains through `rpc`. */
  verifySignIn?: VerifySignIn | undefined
  /** For tests and other platforms; the page's own if left out. */
  createSocket?: CreateRelaySocket | undefined
  page?: PageSignals | undefined
  lock?: Lock | undefined
}

/** How to connect. */
export type ConnectParameters = {
  /**
   * Shows an address to the visitor, as a QR code or in a link to a wallet. Called again with a fresh one a minute
   * before the last ends (`expiresAt`, milliseconds): put it in the place of the last.
   */
  onUri(uri: string, details: { expiresAt: number }): void
  /** CAIP-2 ids; all networks of the application if left out. */
  chains?: readonly CaipNetworkId[] | undefined
  /** Gives up: the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Asks for a sign-in in the same step (one click). Only where all chains are of `eip155`; else it is left out. */
  signIn?: SignInRequest | undefined
}

/** What the application is told besides the connectors' own events. */
export type WalletConnectEvent =
  /** A request waits in the wallet; `link` opens it there. */
  | { type: 'request'; id: string; method: string; wallet: Peer | undefined; link: string | undefined }
  /** A request does not wait any more: answered, refused, expired or given up. */
  | { type: 'answered'; id: string }
  /** The relay does not accept this application; `serverAlert(error)` of the kit has the alert. */
  | { type: 'refused'; error: RelayRefusedError }

/** A connector of the kit's for one family. All of them share one session with one wallet. */
export type WalletConnectConnector = Omit<Connector, 'connect'> & {
  /**
   * With `silent`, what the session holds for this family: no accounts without a session. Else pairs, for which
   * `onUri` is needed. Where the wallet shares nothing of this family, there are no accounts.
   */
  connect(
    parameters: { silent: boolean } & Partial<ConnectParameters>,
  ): Promise<Awaited<ReturnType<Connector['connect']>> & { proofs: readonly SIWXSession[] }>
}

/** WalletConnect for one application, see `walletConnect`. */
export type WalletConnect = {
  /** For each family one; a kit lists those whose family it has. */
  readonly connectors: Readonly<Record<NamespaceId, WalletConnectConnector>>
  /**
   * Pairs with a wallet, for all families at once. `namespaces` are those it shares an account of: take up each of
   * their connectors with `connect({ silent: true })`. `proofs` are sign-ins, checked, for `siwx.setSessions`.
   *
   * @throws {RpcError} 4001 where the person said no; else the wallet's number with its reason.
   * @throws {RelayRefusedError} · {NotDeliveredError} where the relay cannot be used.
   */
  connect(
    parameters: ConnectParameters,
  ): Promise<{ namespaces: readonly NamespaceId[]; proofs: readonly SIWXSession[]; wallet: Peer }>
  /** Ends the session for all families. */
  disconnect(): Promise<void>
  /** The connected wallet's name, icon and links, safe to show and to open. Known once its code is loaded. */
  getWallet(): Peer | undefined
  subscribe(listener: (event: WalletConnectEvent) => void): () => void
  /** Fetches the client: call it when the visitor is about to choose. Opens no connection. */
  preload(): void
  /** Ends every line and timer; the session stays. */
  destroy(): void
}
