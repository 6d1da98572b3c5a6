import type { FrameEvent } from '@portico/protocol/frame'
import type { Account, CodePurpose } from '../session/createAccount.ts'
import type { DappClaims } from '../session/WalletSession.ts'
import type { ThemeRequest } from '../ui/applyTheme.ts'

/** The queue of what the visitor is asked, as the handlers see it. */
export type RequestQueue = {
  handle(request: { id: string; method: string; params: unknown; chainId: string }): Promise<unknown>
  /** Asks whether this origin may see the account. Rejects with 4001. */
  connect(): Promise<void>
  abortUnsafe(): void
}

/** What the handlers of one frame work with. */
export type FrameServices = {
  account: Account
  projectId: string
  /** The network that is chosen, as CAIP-2. */
  network: { get(): string; set(chainId: string): void }
  setDapp(claims: DappClaims): void
  applyTheme(theme: ThemeRequest): void
  /** Asks for a code in the frame; ends when it was accepted, fails when it cannot be any more. */
  askCode<result>(question: {
    purpose: CodePurpose
    email: string
    enter(code: string): Promise<result>
  }): Promise<result>
  /** Draws no question for a code any more. */
  closeCode(): void
  /** The queue of whoever is logged in now. */
  requests(): RequestQueue
  emit(event: FrameEvent): void
  reload(): void
}
