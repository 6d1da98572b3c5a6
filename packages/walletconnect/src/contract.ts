import type { Connector, KeyValueStorage, Network } from '@portico/core'
import type { CaipNetworkId, NamespaceId } from '@portico/protocol'
import type { CreateRelaySocket } from '@portico/protocol/walletconnect'
import type { SIWXSession } from '@portico/siwx'
import type { VerifySignIn } from './auth/parseAuthResponse.ts'
import type { Rpc } from './connector/createProvider.ts'
import type { PageSignals } from './relay/pageSignals.ts'
import type { RelayRefusedError } from './relay/RelayRefusedError.ts'
import type { Lock } from './session/createSessionStore.ts'
import type { ApprovedNamespaces } from './session/namespaces.ts'
import type { AppMetadata, SignInRequest } from './session/pairing.ts'
import type { Peer } from './session/peer.ts'

/** The options of `walletConnect`. */
export type WalletConnectOptions = {
  /** The relay, `wss://…`. Only wallets that use the same relay can be reached, see the README. */
  relayUrl: string
  /** The application's project id at that relay. */
  projectId: string
  /** The application's metadata, which the wallet shows. */
  metadata: AppMetadata
  /** Returns the application's current networks. `connect` proposes all of them unless `chains` is set. */
  networks: () => readonly Network[]
  /** Sends a read request to the gateway or to an RPC endpoint of the network. */
  rpc: Rpc
  storage: KeyValueStorage
  /** The methods and events to propose, by namespace; defaults to those of `namespaceAdapters`. */
  methods?: Partial<Record<NamespaceId, readonly string[]>> | undefined
  events?: Partial<Record<NamespaceId, readonly string[]>> | undefined
  /** Verifies one-click sign-ins. Defaults to `verifyMessage` of `@portico/siwx`, which reads chains through `rpc`. */
  verifySignIn?: VerifySignIn | undefined
  /** For tests and other platforms. These default to the page's own. */
  createSocket?: CreateRelaySocket | undefined
  page?: PageSignals | undefined
  lock?: Lock | undefined
}

/** The parameters of `WalletConnect.connect`. */
export type ConnectParameters = {
  /**
   * Shows a pairing URI to the user, as a QR code or in a link to a wallet. Called again with a new URI a minute before
   * the last one expires (`expiresAt`, milliseconds since epoch): replace the last one with it.
   */
  onUri(uri: string, details: { expiresAt: number }): void
  /** CAIP-2 ids; defaults to all networks of the application. */
  chains?: readonly CaipNetworkId[] | undefined
  /** Aborts the connection: the promise rejects with the signal's reason. */
  signal?: AbortSignal | undefined
  /** Requests a sign-in in the same step (one-click). Ignored unless all chains are of `eip155`. */
  signIn?: SignInRequest | undefined
}

/** An event besides those of the connectors. */
export type WalletConnectEvent =
  /** A request waits in the wallet; `link` opens the wallet to show it. */
  | { type: 'request'; id: string; method: string; wallet: Peer | undefined; link: string | undefined }
  /** A request no longer waits: answered, refused, expired or cancelled. */
  | { type: 'answered'; id: string }
  /** The session began, changed or ended, in this tab or another: `getWallet` and `getApproval` may have changed. */
  | { type: 'session' }
  /** The relay does not accept this application; `serverAlert(error)` of the kit has the alert. */
  | { type: 'refused'; error: RelayRefusedError }

/** A connector of the kit for one namespace. All of them share one session with one wallet. */
export type WalletConnectConnector = Omit<Connector, 'connect'> & {
  /**
   * With `silent`, returns what the session contains for this namespace, without accounts if there is no session.
   * Otherwise pairs, which requires `onUri`. `accounts` is empty if the wallet shares none of this namespace.
   */
  connect(
    parameters: { silent: boolean } & Partial<ConnectParameters>,
  ): Promise<Awaited<ReturnType<Connector['connect']>> & { proofs: readonly SIWXSession[] }>
}

/** What a wallet approved of a namespace. */
export type Approval = ApprovedNamespaces[string]

/** The WalletConnect instance of an application, see `walletConnect`. */
export type WalletConnect = {
  /** One connector for each namespace. The kit lists those of its own namespaces. */
  readonly connectors: Readonly<Record<NamespaceId, WalletConnectConnector>>
  /**
   * Pairs with a wallet for all namespaces at once. `namespaces` are those with a shared account: connect each of their
   * connectors with `connect({ silent: true })`. `proofs` are verified sign-ins for `siwx.setSessions`.
   *
   * @throws {RpcError} 4001 if the user rejected; otherwise the wallet's code and reason.
   * @throws {RelayRefusedError} · {NotDeliveredError} if the relay cannot be used.
   */
  connect(
    parameters: ConnectParameters,
  ): Promise<{ namespaces: readonly NamespaceId[]; proofs: readonly SIWXSession[]; wallet: Peer }>
  /** Ends the session for all namespaces. */
  disconnect(): Promise<void>
  /** Returns the connected wallet's name, icon and links, safe to display and open. `undefined` until the client is loaded. */
  getWallet(): Peer | undefined
  /** Returns what the connected wallet approved of a namespace. `undefined` until the client is loaded. */
  getApproval(namespace: NamespaceId): Approval | undefined
  /** Returns an unsubscribe function. */
  subscribe(listener: (event: WalletConnectEvent) => void): () => void
  /** Loads the client's code, for example when the user opens the list of wallets. Opens no connection. */
  preload(): void
  /** Closes the connection to the relay and clears all timers. The session stays stored. */
  destroy(): void
}
