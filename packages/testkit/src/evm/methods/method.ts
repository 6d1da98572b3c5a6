import { isRecord, rpcErrorCodes } from '@portico/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import type { WalletState } from '../createWalletState.ts'
import type { Batch } from './batch.ts'

/** An asset as `wallet_getAssets` reports it (ERC-7811). */
export type WalletAsset = {
  /** Token contract, or `native`. */
  address: Address | 'native'
  /** In the smallest unit (wei for ether), in hex. */
  balance: Hex
  /** `ERC20`, `ERC721`, `native` or another kind. */
  type: string
  /** Name, symbol, decimals and any other metadata. */
  metadata?: Record<string, unknown> | undefined
}

/** What methods can use of their wallet. */
export type WalletContext = {
  readonly state: WalletState
  readonly origin: string
  /** Sends a request to the node of a chain. */
  node(request: { chainId: number; method: string; params: unknown }): Promise<unknown>
  /** Runs jobs sequentially, so that two transactions never use the same nonce. */
  inTurn<Result>(job: () => Promise<Result>): Promise<Result>
  /** Throws for chains the wallet must not be used on. */
  assertChain(chainId: number): void
  readonly switchOnAdd: boolean
  readonly capabilities: Readonly<Record<Hex, Record<string, unknown>>> | undefined
  readonly assets: Readonly<Record<Hex, readonly WalletAsset[]>> | undefined
  readonly watchedAssets: unknown[]
  /** How the wallet executes batches of calls; undefined if it does not (EIP-5792). */
  readonly batches: 'atomic' | 'sequential' | undefined
  /** The batches that were sent, by their ID. */
  readonly sentBatches: Map<string, Batch>
}

/** An RPC method of the wallet. The steps run from top to bottom. */
export type Method<Parsed = unknown> = {
  /** Whether the method is supported (4200 if not). Default: yes. */
  supported?(wallet: WalletContext): boolean
  /** Whether the page must be allowed to see the accounts (4100 if not). */
  connected: boolean
  /** Parses the parameters. Runs before the user is asked, as in real wallets. */
  parse(wallet: WalletContext, params: unknown): Parsed | Promise<Parsed>
  /** Whether the user must consent. */
  consent: boolean | ((wallet: WalletContext, parsed: Parsed) => boolean)
  run(wallet: WalletContext, parsed: Parsed): unknown
}

/** Creates the error −32602 with a reason. */
export function invalidParams(message: string): ProviderRpcError {
  return new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message })
}

/** Returns the first parameter, which must be an object. */
export function firstObject(params: unknown, method: string): Record<string, unknown> {
  const value = Array.isArray(params) ? params[0] : undefined
  if (!isRecord(value)) throw invalidParams(`${method} takes an array with one object.`)
  return value
}

/**
 * Returns the account a parameter names.
 *
 * @throws {ProviderRpcError} −32602 if it is not an address, 4100 if the page may not see it.
 */
export function readAccount(wallet: WalletContext, value: unknown, place: string): Address {
  if (typeof value !== 'string' || !/^0x[0-9a-f]{40}$/i.test(value)) {
    throw invalidParams(`${place} must be an address: 0x and 40 hex digits.`)
  }
  const address = getAddress(value.toLowerCase())
  if (!wallet.state.exposed.includes(address)) {
    throw new ProviderRpcError({
      code: rpcErrorCodes.unauthorized,
      message: `The page is not authorized to use the account ${address}.`,
    })
  }
  return address
}
