import type { Address, Chain } from 'viem'

/** The functions of wagmi that the bridge calls, passed in because they come from `wagmi` or from `@wagmi/core`. */
export interface Wagmi {
  connect(
    config: WagmiConfig,
    parameters: { connector: WagmiConnector } & ConnectOptions,
  ): Promise<{ accounts: readonly Address[]; chainId: number }>
  reconnect(config: WagmiConfig, parameters: { connectors: readonly WagmiConnector[] }): Promise<unknown>
}

/** What the bridge uses of wagmi's config. The same in wagmi 2 and 3. */
export interface WagmiConfig {
  readonly chains: readonly Chain[]
  readonly connectors: readonly WagmiConnector[]
  readonly storage: WagmiStorage | null
  readonly state: WagmiState
  setState(value: (state: WagmiState) => WagmiState): void
  subscribe(selector: (state: WagmiState) => WagmiState, listener: (state: WagmiState) => void): () => void
  readonly _internal: {
    readonly ssr: boolean
    readonly store: {
      /** Absent without storage. */
      readonly persist?:
        | {
            hasHydrated(): boolean
            rehydrate(): Promise<void> | void
            onFinishHydration(listener: () => void): () => void
          }
        | undefined
    }
    readonly chains: { setState(chains: readonly [Chain, ...Chain[]]): void }
    readonly connectors: {
      setup(create: CreateWagmiConnector): WagmiConnector
      setState(value: (connectors: WagmiConnector[]) => WagmiConnector[]): void
    }
    readonly events: {
      change(data: { uid: string; accounts?: readonly Address[]; chainId?: number }): void
      // biome-ignore lint/suspicious/noExplicitAny: passed on to the emitter only
      connect(data: any): void
      // biome-ignore lint/suspicious/noExplicitAny: see above
      disconnect(data: any): void
    }
  }
}

export interface WagmiState {
  chainId: number
  /** By `uid`. Those that are not yet restored have a connector without methods. */
  connections: Map<string, WagmiConnection>
  current: string | null
  status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
}

export interface WagmiConnection {
  accounts: readonly [Address, ...Address[]]
  chainId: number
  connector: WagmiConnector
}

export interface WagmiStorage {
  getItem(key: string): unknown
  setItem(key: string, value: unknown): void | Promise<void>
}

export interface WagmiEmitter {
  // biome-ignore lint/suspicious/noExplicitAny: wagmi's emitter has another listener type for each event.
  on(event: any, listener: (data: any) => void): void
  // biome-ignore lint/suspicious/noExplicitAny: see above
  off(event: any, listener: (data: any) => void): void
  // biome-ignore lint/suspicious/noExplicitAny: see above
  emit(event: any, ...data: any[]): void
}

/** The options of a connector's `connect`. `request` is the kit's own, passed through by wagmi. */
export interface ConnectOptions {
  chainId?: number | undefined
  isReconnecting?: boolean | undefined
  withCapabilities?: boolean | undefined
  request?: ConnectRequest | undefined
}

/** A request of the kit to connect. */
export interface ConnectRequest {
  /** The kit's network. */
  networkId?: `${string}:${string}` | undefined
  /** Rejects when the kit no longer waits for the answer. */
  abandoned: Promise<never>
}

/** A connector as wagmi holds it. */
export interface WagmiConnector {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly icon?: string | undefined
  readonly rdns?: string | readonly string[] | undefined
  readonly uid: string
  readonly emitter: WagmiEmitter
  connect(options?: ConnectOptions): Promise<{ accounts: readonly unknown[]; chainId: number }>
  disconnect(): Promise<void>
  getAccounts(): Promise<readonly Address[]>
  getChainId(): Promise<number>
  getProvider(): Promise<unknown>
  isAuthorized(): Promise<boolean>
  switchChain?(parameters: { chainId: number }): Promise<Chain>
  /** Only of the kit's connectors: ends the connection on this side, without a request to the wallet. */
  end?(): void
}

/** What wagmi's `createConnector` takes. */
export type CreateWagmiConnector = (config: {
  chains: readonly [Chain, ...Chain[]]
  emitter: WagmiEmitter
  storage?: WagmiStorage | null | undefined
}) => Omit<WagmiConnector, 'uid' | 'emitter'>
