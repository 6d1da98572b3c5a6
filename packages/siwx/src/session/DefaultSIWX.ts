import type { CaipNetworkId } from '@portico/protocol'
import type { SIWXConfig, SIWXSignMessageParameters } from '../config/SIWXConfig.ts'
import type { SIWXContext } from '../config/SIWXContext.ts'
import type { SIWXMessage, SIWXMessageInput } from '../config/SIWXMessage.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import type { SIWXSession } from '../config/SIWXSession.ts'
import type { SIWXSigner } from '../config/SIWXSigner.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import type { SIWXVerifier } from '../config/SIWXVerifier.ts'
import type { SignIn } from './SignIn.ts'

/** Options of {@link DefaultSIWX}; every one may be left out. */
export type DefaultSIWXParameters = {
  /** Whether a visitor who does not sign in is disconnected. Yes if left out. */
  required?: boolean | undefined
  /** The sentence the visitor reads in the wallet. */
  statement?: string | undefined
  /** The page's host and port if left out. */
  domain?: string | undefined
  /** The page's origin if left out. */
  uri?: string | undefined
  resources?: readonly string[] | undefined
  /** How long a sign-in lasts, in milliseconds; seven days if left out. */
  expiration?: number | undefined
  /** Writes the messages in place of `InformalMessenger`. */
  messenger?: SIWXMessenger | undefined
  /** Prove sessions in the page in place of those of the three families; with a gateway it proves them. */
  verifiers?: readonly SIWXVerifier[] | undefined
  /** Signs in place of the connected wallet. */
  signer?: SIWXSigner | undefined
  /** Keeps the sessions in place of `LocalStorage`. */
  storage?: SIWXStorage | undefined
  /** Gives nonces in place of the gateway's, or of random ones. */
  getNonce?: ((input: SIWXMessageInput) => Promise<string> | string) | undefined
}

/**
 * Sign-in as most applications want it: EIP-4361 messages, sessions kept by the gateway where the kit has a
 * `gatewayUrl`, else proven and kept in the page. The parts can be replaced one by one. This class is all a page
 * loads at start; the rest comes with the first use.
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
    // Absent without a signer, as its presence tells the kit not to ask the wallet.
    if (signer) this.signMessage = (parameters) => signer.signMessage(parameters)
  }

  setup(context: SIWXContext): void {
    this.#context = context
    this.#signIn = undefined
  }

  getRequired(): boolean {
    return this.#options.required ?? true
  }

  /** @throws {SignInServerError | SignInServerUnreachableError} if the gateway gives no nonce. */
  async createMessage(input: SIWXMessageInput): Promise<SIWXMessage> {
    return (await this.#load()).createMessage(input)
  }

  /** @throws {InvalidSessionError | SignInServerError | SignInServerUnreachableError} if it is not accepted. */
  async addSession(session: SIWXSession): Promise<void> {
    return (await this.#load()).addSession(session)
  }

  /** @throws {InvalidSessionError | SignInServerError | SignInServerUnreachableError} if one is not accepted. */
  async setSessions(sessions: SIWXSession[]): Promise<void> {
    return (await this.#load()).setSessions(sessions)
  }

  async getSessions(chainId: CaipNetworkId, address: string): Promise<SIWXSession[]> {
    return (await this.#load()).getSessions(chainId, address)
  }

  /** Signs out in the page at once; at the gateway as far as it can be reached. */
  async revokeSession(chainId: CaipNetworkId, address: string): Promise<void> {
    return (await this.#load()).revokeSession(chainId, address)
  }

  #load(): Promise<SignIn> {
    this.#signIn ??= import('./createSignIn.ts').then(
      ({ createSignIn }) => createSignIn(this.#options, this.#context),
      (error) => {
        // The network may be back at the next try.
        this.#signIn = undefined
        throw error
      },
    )
    return this.#signIn
  }
}
