import type { Approver } from '../approve/createApprover.ts'
import type { RiskLimits } from '../page/RiskLimits.ts'
import type { AccountType } from '../session/AccountType.ts'
import type { Gateway, Rpc } from '../session/createGatewayAccess.ts'
import type { Lock } from '../session/createLock.ts'
import type { RequestStore } from '../session/createRequestStore.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import type { BatchNetworks } from './createBatchNetworks.ts'
import type { PromptLimits } from './createPromptLimits.ts'
import type { ActiveRequest } from './createQueue.ts'

/** The dependencies of a method that asks the visitor. */
export type AskContext = {
  session: WalletSession
  rpc: Rpc
  gateway: Gateway
  /** Of the gateway. Undefined: none is known to pages. */
  gatewayUrl?: string | undefined
  store: RequestStore
  /** Runs changes of the store one after another, in all tabs. */
  lock: Lock
  now(): number
  approver: Approver
  limits: PromptLimits
  riskLimits: RiskLimits
  batchNetworks: BatchNetworks
  /** Returns the type that the account has for this page. As an `eoa` it has no capabilities, and executes no batches. */
  accountType(): Promise<AccountType>
  /** Blocks this site: its requests are refused from now on. */
  block(): Promise<void>
}

/** Handles a method that needs the visitor's approval: from its parameters to the result for the page. */
export type Ask = (
  request: { id: string; method: string; params: unknown; chainId: string },
  context: AskContext,
  active: ActiveRequest,
) => Promise<unknown>
