import type { Approver } from '../approve/createApprover.ts'
import type { WalletSession } from '../session/WalletSession.ts'
import type { PromptLimits } from './createPromptLimits.ts'
import type { Turn } from './createQueue.ts'
import type { Gateway, Memory, Rpc } from './Network.ts'

/** What a question may use. */
export type AskContext = {
  session: WalletSession
  rpc: Rpc
  gateway: Gateway
  memory: Memory
  now(): number
  approver: Approver
  limits: PromptLimits
  /** Never hears this page again. */
  block(): Promise<void>
}

/** One method that needs the visitor: from its parameters to the answer of the page. */
export type Ask = (
  request: { id: string; method: string; params: unknown; chainId: string },
  context: AskContext,
  turn: Turn,
) => Promise<unknown>
