import type { MethodDecision } from '../modules/rpc/MethodDecision.ts'

/** What is the same for all networks of a family, and needs no source: how it is spoken. */
export type FamilyRules = {
  /** How an address looks, for problems. */
  readonly addressForm: string
  /** An address in the one spelling it is kept in; undefined if it is none of this family. */
  readAddress(text: string): string | undefined
  /** Whether an address can be of a network: Bitcoin's name theirs. `reference` is that of CAIP-2. */
  isOn(address: string, reference: string): boolean
  /** How an address is shown: what `readAddress` took away comes back. */
  writeAddress(address: string): string
  /** How the coin is named where an asset's address is expected. */
  readonly coinAddress: string
  /** Whether a text can be the id of a transaction, and its one spelling. */
  readHash(text: string): string | undefined
  /** What is done with a call of JSON-RPC. */
  decideMethod(call: { method: string; params: string; chain: string }): MethodDecision
  /** How many units of a project's allowance a method takes. */
  methodCost(method: string): number
  /** The method that carries a raw transaction, whose body may be longer than that of others. */
  readonly sendMethod: string
}
