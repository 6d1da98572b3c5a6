import type { FrameEvent } from '@portico/protocol/frame'
import type { CodeQuestion } from '../session/CodeQuestion.ts'
import type { Account } from '../session/createAccount.ts'
import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import type { DappClaims } from '../session/WalletSession.ts'
import type { ThemeRequest } from '../ui/applyTheme.ts'
import type { SignInOffer } from './createSignInOffer.ts'

/** The queue of requests that need the visitor, as the handlers use it. */
export type RequestQueue = {
  handle(request: { id: string; method: string; params: unknown; chainId: string }): Promise<unknown>
  /** Asks whether this origin may see the account. Rejects with code 4001 if the visitor refuses. */
  connect(): Promise<void>
  /** Signs in as part of a login. Asks nothing, so it may be called only once for each accepted code. */
  signLogin(signIn: LoginSignIn): Promise<SignedLogin>
  abortUnsafe(): void
}

/** The dependencies of the handlers. */
export type FrameServices = {
  account: Account
  projectId: string
  /** The chosen network, as a CAIP-2 chain ID. */
  network: { get(): string; set(chainId: string): void }
  setDapp(claims: DappClaims): void
  applyTheme(theme: ThemeRequest): void
  /** Shows the form for a code. Resolves when the code was accepted; rejects when no code can be accepted. */
  askCode<result>(question: CodeQuestion & { enter(code: string): Promise<result> }): Promise<result>
  signInOffer: SignInOffer
  /** Closes the form for a code. */
  closeCode(): void
  /** Returns the queue of the current user. */
  requests(): RequestQueue
  emit(event: FrameEvent): void
  reload(): void
}
