import { rpcErrorCodes } from '@portico/protocol'
import { type Address, getAddress, type Hex } from 'viem'
import { ProviderRpcError } from '../../ProviderRpcError.ts'
import type { WalletState } from '../createWalletState.ts'

/** An asset as `wallet_getAssets` reports it (ERC-7811). */
export type WalletAsset = {
  /** Token contract, or `native`. */
  address: Address | 'native'
  /** In the smallest unit, in hex. */
  balance: Hex
  /** `ERC20`, `ERC721`, `native` or another kind. */
  type: string
  /** Name, symbol, decimals and what else the wallet likes to tell. */
  metadata?: Record<string, unknown> | undefined
}

/** What a method may use of its wallet. */
export type WalletContext = {
  readonly state: WalletState
  readonly origin: string
  /** Asks the node of a chain. */
  node(request: { chainId: number; method: string; params: unknown }): Promise<unknown>
  /** Runs jobs one after the other, so that two transactions never take the same nonce. */
  inTurn<Result>(job: () => Promise<Result>): Promise<Result>
  /** Throws for chains the wallet must not work on. */
  assertChain(chainId: number): void
  readonly switchOnAdd: boolean
  readonly capabilities: Readonly<Record<Hex, Record<string, unknown>>> | undefined
  readonly assets: Readonly<Record<Hex, readonly WalletAsset[]>> | undefined
  readonly watchedAssets: unknown[]
}

/** One RPC method of the wallet. The steps run from top to bottom. */
export type Method<Parsed = unknown> = {
  /** Answered at all? 4200 if not. Left out: yes. */
  supported?(wallet: WalletContext): boolean
  /** Only for a page that may see the accounts; 4100 for others. */
  connected: boolean
  /** Reads the parameters as JSON. Runs before anybody is asked, as in real wallets. */
  parse(wallet: WalletContext, params: unknown): Parsed | Promise<Parsed>
  /** Does the person decide? */
  consent: boolean | ((wallet: WalletContext, parsed: Parsed) => boolean)
  run(wallet: WalletContext, parsed: Parsed): unknown
}

/** −32602, with the reason in words. */
export function invalidParams(message: string): ProviderRpcError {
  return new ProviderRpcError({ code: rpcErrorCodes.invalidParams, message })
}

/** Whether a value is an object with names, and not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The object that is the first parameter. */
export function firstObject(params: unknown, method: string): Record<string, unknown> {
  const value = Array.isArray(params) ? params[0] : undefined
  if (!isRecord(value)) throw invalidParams(`${method} takes a list with one object.`)
  return value
}

/**
 * The account a method names.
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
