import type { Commitment } from '../Commitment.ts'

/** A public key with the methods that Solana libraries use, so that it can stand for a `PublicKey` of `@solana/web3.js`. */
export interface SolanaPublicKey {
  toBase58(): string
  toString(): string
  toJSON(): string
  toBytes(): Uint8Array
  /** The bytes, as a `Buffer` if the page has that class. */
  // biome-ignore lint/suspicious/noExplicitAny: `Buffer` is a type of Node, which applications may not have
  toBuffer(): any
  /** The bytes as Borsh writes them, least significant first; otherwise like `toBuffer`. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  encode(): any
  equals(other: { toBase58(): string }): boolean
  readonly [Symbol.toStringTag]: string
}

/** A transaction: serialized, or a `Transaction` or `VersionedTransaction` of `@solana/web3.js`. */
export type SolanaTransaction = Uint8Array | { serialize(options?: unknown): Uint8Array }

/** How a transaction is sent. Values must not be `undefined`, because a `Connection` of `@solana/web3.js` forbids it. */
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
 * The provider of a connected Solana wallet. Every method rejects with an `RpcError`: 4001 if the user rejected the
 * request, 4100 if no account is connected, 4200 if the wallet does not support the method.
 *
 * @example
 * import { useAppKitProvider } from '@portico/react'
 * import type { SolanaProvider } from '@portico/solana'
 *
 * const { walletProvider } = useAppKitProvider<SolanaProvider>('solana')
 * const hash = await walletProvider.sendTransaction(transaction, connection)
 */
export interface SolanaProvider {
  readonly id: string
  readonly name: string
  /** The active account, or `undefined` if none is connected. */
  readonly publicKey: SolanaPublicKey | undefined
  /** Signs a message. Returns the 64 bytes of the signature. */
  signMessage(message: Uint8Array): Promise<Uint8Array>
  /** Signs a transaction. Returns it in the form in which it was passed: bytes, or an instance of the same class. */
  signTransaction<T extends SolanaTransaction>(transaction: T): Promise<T>
  signAllTransactions<T extends SolanaTransaction>(transactions: readonly T[]): Promise<T[]>
  /** Signs and sends through the wallet. Returns the transaction ID, which is its first signature in base58. */
  signAndSendTransaction(transaction: SolanaTransaction, options?: SendOptions): Promise<string>
  /**
   * Signs and sends through the wallet if it can send, otherwise through the connection. Sets payer and blockhash of a
   * `Transaction` that has none. Returns the transaction ID.
   */
  sendTransaction(
    transaction: SolanaTransaction,
    connection: SolanaConnection,
    options?: SendOptions & { signers?: readonly unknown[] | undefined },
  ): Promise<string>
  /**
   * Handles the WalletConnect methods `solana_getAccounts`, `solana_signMessage`, `solana_signTransaction`,
   * `solana_signAllTransactions` and `solana_signAndSendTransaction`.
   */
  request(request: { method: string; params?: unknown }): Promise<unknown>
  on<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): void
  off<Name extends keyof Listeners>(event: Name, listener: Listeners[Name]): void
}
