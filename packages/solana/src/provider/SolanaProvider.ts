import type { Commitment } from '../solana.ts'

/** A public key, as the libraries of Solana take it apart. */
export interface SolanaPublicKey {
  toBase58(): string
  toString(): string
  toJSON(): string
  toBytes(): Uint8Array
  equals(other: { toBase58(): string }): boolean
}

/** A transaction: the bytes of the wire, or a `Transaction` or `VersionedTransaction` of `@solana/web3.js`. */
export type SolanaTransaction = Uint8Array | { serialize(options?: unknown): Uint8Array }

/** How a transaction is sent. Without `undefined` as a value, as a `Connection` of `@solana/web3.js` takes it. */
export interface SendOptions {
  skipPreflight?: boolean
  preflightCommitment?: Commitment
  maxRetries?: number
  minContextSlot?: number
}

/** The part of a `Connection` of `@solana/web3.js` that sending needs. */
export interface SolanaConnection {
  sendRawTransaction(wire: Uint8Array, options?: SendOptions): Promise<string>
  getLatestBlockhash?(commitment?: Commitment): Promise<{ blockhash: string }>
}

type Listeners = {
  disconnect: () => void
  accountsChanged: (publicKey: SolanaPublicKey | null) => void
  chainChanged: (networkId: string) => void
}

/**
 * What an application gets of a connected Solana wallet. Every method rejects with an `RpcError`: 4001 where the user
 * said no, 4100 where nothing is connected, 4200 where the wallet cannot do it.
 *
 * @example
 * const { walletProvider } = useAppKitProvider<SolanaProvider>('solana')
 * const hash = await walletProvider.sendTransaction(transaction, connection)
 */
export interface SolanaProvider {
  readonly id: string
  readonly name: string
  /** The active account; undefined while none is connected. */
  readonly publicKey: SolanaPublicKey | undefined
  /** The 64 bytes of the signature. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** Answers the same kind that was given. */
  signTransaction<T extends SolanaTransaction>(transaction: T): Promise<T>
  signAllTransactions<T extends SolanaTransaction>(transactions: readonly T[]): Promise<T[]>
  /** Signs and sends through the wallet; answers the transaction's id, its first signature in base58. */
  signAndSendTransaction(transaction: SolanaTransaction, options?: SendOptions): Promise<string>
  /** Sends through the wallet where it can, else signs and sends through the connection. Fills in payer and blockhash of a `Transaction` that has none. */
  sendTransaction(
    transaction: SolanaTransaction,
    connection: SolanaConnection,
    options?: SendOptions & { signers?: readonly unknown[] | undefined },
  ): Promise<string>
  /** The methods of WalletConnect: `solana_getAccounts`, `solana_signMessage`, `solana_signTransaction`, `solana_signAllTransactions`, `solana_signAndSendTransaction`. */
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): void
  off<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): void
}
