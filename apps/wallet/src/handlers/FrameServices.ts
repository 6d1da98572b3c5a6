import type { FrameEvent, FrameResult } from '@portico/protocol/frame'
import type { IntroductionCodeFormat } from '@portico/protocol/gateway'
import type { Hex } from 'viem'
import type { CodeQuestion } from '../session/CodeQuestion.ts'
import type { Account } from '../session/createAccount.ts'
import type { SocialOutcome, StartedSocialLogin } from '../session/createSocialLogin.ts'
import type { LinkQuestion } from '../session/LinkQuestion.ts'
import type { LoginSignIn, SignedLogin } from '../session/LoginSignIn.ts'
import type { SmartAccounts } from '../session/SmartAccounts.ts'
import type { WalletQuestion } from '../session/WalletQuestion.ts'
import type { DappClaims, WalletNamespace } from '../session/WalletSession.ts'
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
  /** Turns smart-account features off on a network, after the visitor's approval. Returns the hash of the transaction. */
  turnOffSmartAccount(request: { id: string; chainId: string }): Promise<Hex>
  /** Lists what the visitor has granted to this page. */
  listPermissions(): Promise<FrameResult<'GET_PERMISSIONS'>['permissions']>
  /** Revokes one of them, after the visitor's approval. Returns the hash of the transaction. */
  revokePermission(request: { id: string; hash: string }): Promise<Hex>
  /** Revokes all permissions on a network, after the visitor's approval. Returns the hash of the transaction. */
  revokeAllPermissions(request: { id: string; chainId: string }): Promise<Hex>
  readonly smartAccounts: SmartAccounts
}

/** A code to ask for. For a login, the account has the format. */
type AskedCode<result> = CodeQuestion & {
  enter(code: string): Promise<result>
  format?: IntroductionCodeFormat | undefined
  /** When another code may be requested, in milliseconds since 1970. */
  resendAt?: number | undefined
  resend?: (() => Promise<{ resendAt: number; format?: IntroductionCodeFormat }>) | undefined
}

/** The dependencies of the handlers. */
export type FrameServices = {
  account: Account
  projectId: string
  /** The chosen network of a namespace, by default of the one chosen last, as a CAIP-2 chain ID. */
  network: { get(namespace?: WalletNamespace): string; set(chainId: string): void }
  setDapp(claims: DappClaims): void
  applyTheme(theme: ThemeRequest): void
  /** Shows the form for a code. Resolves when the code was accepted; rejects when no code can be accepted. */
  askCode<result>(question: AskedCode<result>): Promise<result>
  /** Shows that a link was mailed, until it is approved. Rejects when it no longer can be. */
  askLink(question: LinkQuestion): Promise<void>
  /** Asks whether a new account shall open the wallet of its e-mail address. Rejects when the step is closed. */
  askWallet(question: WalletQuestion): Promise<boolean>
  /** Lets the visitor go to the provider of a social login, and resolves with the result. */
  followSocial(started: StartedSocialLogin): Promise<SocialOutcome>
  signInOffer: SignInOffer
  /** Closes the form for a code or the step with a link, and ends a social login at its provider, or a login with Farcaster. */
  closeCode(): void
  /** Returns the queue of the current user. */
  requests(): RequestQueue
  emit(event: FrameEvent): void
  reload(): void
}
