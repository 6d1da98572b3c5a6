import type { SolanaPublicKey } from '../provider/SolanaProvider.ts'

/** A transaction of `@solana/web3.js`, as adapters take and return it. */
export interface AdapterTransaction {
  serialize(options?: unknown): Uint8Array
}

/** A wallet object of `@solana/wallet-adapter-base` 0.9, such as `new PhantomWalletAdapter()`. */
export interface WalletAdapter {
  name: string
  icon: string
  readyState?: string | undefined
  publicKey: Pick<SolanaPublicKey, 'toBase58' | 'toBytes'> | null
  connecting?: boolean | undefined
  connect(): Promise<void>
  autoConnect?(): Promise<void>
  disconnect(): Promise<void>
  on(event: string, listener: (value: unknown) => void): unknown
  off(event: string, listener: (value: unknown) => void): unknown
  signMessage?(message: Uint8Array): Promise<Uint8Array>
  signTransaction?(transaction: AdapterTransaction): Promise<AdapterTransaction>
  signAllTransactions?(transactions: AdapterTransaction[]): Promise<AdapterTransaction[]>
  signIn?(input: unknown): Promise<unknown>
  /** Absent or null if the wallet takes legacy transactions only. */
  supportedTransactionVersions?: ReadonlySet<unknown> | null | undefined
}
