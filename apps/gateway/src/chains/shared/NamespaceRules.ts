import type { CaipNetworkId } from '@portico/protocol'
import type { MethodDecision } from './MethodDecision.ts'
import type { NativeCoin } from './nativeCoin.ts'

/** Rules that apply to all networks of a namespace and need no upstream. */
export type NamespaceRules = {
  /** The address format in words, for error messages. */
  readonly addressForm: string
  /** Returns an address in canonical form; undefined if it is not valid in this namespace. */
  readAddress(text: string): string | undefined
  /** Whether an address is valid on a network, given by its CAIP-2 reference. Bitcoin addresses name their networks. */
  isOn(address: string, reference: string): boolean
  /** Formats a canonical address for display, such as with the EIP-55 checksum. */
  writeAddress(address: string): string
  /** The placeholder for the native coin where an asset's address is expected. */
  readonly coinAddress: string
  /** Returns a network's native coin. */
  coin(chain: CaipNetworkId): NativeCoin
  /** Returns the symbol whose icon a network's native coin has: on a test network, that of the mainnet's coin. */
  coinIconSymbol(reference: string): string
  /** Returns a transaction hash in canonical form; undefined if malformed. */
  readHash(text: string): string | undefined
  /** Decides what happens to a JSON-RPC request. `params` is JSON text. */
  decideMethod(call: { method: string; params: string; chain: string }): MethodDecision
  /** Returns the cost of a method, in units of a project's rate limit. */
  methodCost(method: string): number
  /** How far the time of a new block may be behind the real time, in seconds. */
  readonly clockSkew: number
  /** The method that submits a raw transaction; its request body may be larger than others. */
  readonly sendMethod: string
}
