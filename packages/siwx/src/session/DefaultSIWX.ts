import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXConfig, SIWXSignMessageParameters } from '../config/SIWXConfig.ts'
import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXLogin } from '../config/SIWXLogin.ts'
import type { SIWXMessage, SIWXMessageInput } from '../config/SIWXMessage.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { DefaultSIWXParameters } from './DefaultSIWXParameters.ts'
import type { SignIn } from './SignIn.ts'

/**
 * The default sign-in: CAIP-122 messages, and sessions that the gateway verifies and stores if the kit has a
 * `gatewayUrl`, or that are verified and stored in the page otherwise. Each part can be replaced. Only this class is
 * part of a page's initial code; the rest is lazy-loaded.
 *
 * @example
 * import { createAppKit } from '@portico/react'
 * import { DefaultSIWX } from '@portico/siwx'
 * createAppKit({ ...options, siwx: new DefaultSIWX({ statement: 'Welcome to Example.' }) })
 */
export class DefaultSIWX implements SIWXConfig {
  readonly signOutOnDisconnect = true
  declare readonly signMessage?: (parameters: SIWXSignMessageParameters) => Promise<string>
  readonly #options: DefaultSIWXParameters
  #context: SIWXContext | undefined
  #signIn: Promise<SignIn> | undefined

  constructor(options: DefaultSIWXParameters = {}) {
    this.#options = options
    const { signer } = options
    // Set only with a signer: if the method exists, the kit calls it instead of the wallet.
    if (signer) this.signMessage = (parameters) => signer.signMessage(parameters)
  }

  setup(context: SIWXContext): void {
    this.#context = context
    this.#signIn = undefined
    this.#options.signer?.setup?.(context)
  }

  getRequired(): boolean {
    return this.#options.required ?? true
  }

  /** @throws {SignInServerError | SignInServerUnreachableError} if the gateway does not issue a nonce. */
  async createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    return (await this.#load()).createMessage(input)
  }

  /** @throws {SignInServerError | SignInServerUnreachableError} if the gateway does not issue a nonce. */
  async prepareLogin(input: { chainId: CaipNetworkId }): Promise<SIWXLogin | undefined> {
    return (await this.#load()).prepareLogin(input)
  }

  /** @throws {InvalidSessionError | SignInServerError | SignInServerUnreachableError} if the session is not accepted. */
  async addSession(session: SIWXSession): Promise<void> {
    return (await this.#load()).addSession(session)
  }

  /** @throws {InvalidSessionError | SignInServerError | SignInServerUnreachableError} if a session is not accepted. */
  async setSessions(sessions: SIWXSession[]): Promise<void> {
    return (await this.#load()).setSessions(sessions)
  }

  async getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]> {
    return (await this.#load()).getSessions(chainId, address)
  }

  /** Removes the session from the page, and signs out at the gateway if it can be reached. */
  async revokeSession(chainId: CaipNetworkId, address: string): Promise<void> {
    return (await this.#load()).revokeSession(chainId, address)
  }

  #load(): Promise<SignIn> {
    this.#signIn ??= import('./createSignIn.ts').then(
      (file) => file.createSignIn(this.#options, this.#context),
      (error) => {
        // Retry on the next call: loading may have failed because the browser was offline.
        this.#signIn = undefined
        throw error
      },
    )
    return this.#signIn
  }
}
