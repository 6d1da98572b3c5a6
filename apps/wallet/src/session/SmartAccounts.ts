import type { FrameResult } from '@portico/protocol/frame'
import type { AccountType } from './AccountType.ts'

/** Whether smart-account features are on; `foreign` if the account has the code of another wallet, `unknown` if it cannot be read in time. */
export type SmartAccountState = FrameResult<'GET_SMART_ACCOUNTS'>['networks'][number]['state']

/** The account on a network, as far as it can be read in time. */
export type AccountOnNetwork = {
  /** The type that is used first. Undefined if the networks with smart accounts cannot be read. */
  types: [AccountType, ...AccountType[]] | undefined
  isDeployed: boolean | undefined
}

/** The smart account of the visitor, as this page sees it. */
export type SmartAccounts = {
  /** Returns the type that the visitor has set for this page, or what the page prefers. Networks without smart accounts have `eoa` anyway. */
  type(): Promise<AccountType>
  /** Sets what the page prefers. It is used until a type is set. */
  preferType(type: AccountType): void
  /** Stores the type for the user and this page. */
  setType(type: AccountType): Promise<void>
  /** Returns the networks with smart accounts, as CAIP-2 chain IDs. @throws {RpcError} if they cannot be read in time */
  networks(): Promise<ReadonlySet<string>>
  /** Returns the state on each network with smart accounts. @throws {RpcError} if the networks cannot be read in time */
  states(): Promise<FrameResult<'GET_SMART_ACCOUNTS'>['networks']>
  /** Returns the account on a network. Takes at most three seconds, and never fails. */
  read(chainId: string): Promise<AccountOnNetwork>
}
