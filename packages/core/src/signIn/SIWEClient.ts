import type { SIWXConfig } from '@portico/siwx'

/** The argument of {@link SIWEConfig.createMessage}. `address` is `did:pkh:<CAIP-2 ID>:<address>`. */
export interface SIWECreateMessageArgs {
  domain: string
  uri: string
  nonce: string
  address: string
  chainId: number
  version: '1'
  statement?: string | undefined
  iat?: string | undefined
  exp?: string | undefined
  nbf?: string | undefined
  requestId?: string | undefined
  resources?: readonly string[] | undefined
  type?: 'caip122' | undefined
}

export interface SIWESession {
  address: string
  chainId: number
}

/** The functions by which an application signs in at its own server, with AppKit's names. */
export interface SIWEConfig {
  /** `address` is missing if the message is signed as part of a login by e-mail. */
  getNonce(address?: string): Promise<string>
  /**
   * If it returns only the page's own `domain` and `uri` (and `iat`, `type`), a login by e-mail signs in as well. The embedded
   * wallet then writes the message instead of `createMessage`; it expires after ten minutes, which must not end the session
   * that `verifyMessage` starts.
   */
  getMessageParams(): Promise<
    Omit<SIWECreateMessageArgs, 'nonce' | 'address' | 'chainId' | 'version'> & { chains: readonly number[] }
  >
  createMessage(args: SIWECreateMessageArgs): string
  verifyMessage(args: { message: string; signature: string; data?: unknown }): Promise<boolean>
  getSession(): Promise<SIWESession | null>
  signOut(): Promise<boolean>
  onSignIn?(session?: SIWESession): void
  onSignOut?(): void
  required?: boolean | undefined
  enabled?: boolean | undefined
  /**
   * A message gets the nonce of the one before it, if that was not sent to the server (the visitor declined, for example)
   * and is not older than this many milliseconds; otherwise `getNonce` is called. Default: five minutes. 0: every message
   * gets a new one.
   */
  nonceRefetchIntervalMs?: number | undefined
  /**
   * How often the session of a signed-in visitor is read again while the page is visible, in milliseconds. A session that is
   * gone ends the sign-in; an error of `getSession` changes nothing. Default: five minutes. 0: never; the session is then
   * read only after a connection, a change of account or network, and a sign-in or sign-out in another tab.
   */
  sessionRefetchIntervalMs?: number | undefined
  signOutOnDisconnect?: boolean | undefined
  signOutOnAccountChange?: boolean | undefined
  signOutOnNetworkChange?: boolean | undefined
}

/** A {@link SIWEConfig} with defaults filled in, as `createSIWEConfig` returns it. */
export interface SIWEClient {
  readonly config: SIWEConfig &
    Required<
      Pick<
        SIWEConfig,
        | 'required'
        | 'enabled'
        | 'signOutOnDisconnect'
        | 'signOutOnAccountChange'
        | 'signOutOnNetworkChange'
        | 'nonceRefetchIntervalMs'
        | 'sessionRefetchIntervalMs'
      >
    >
  /** Adapts the configuration to `SIWXConfig`; undefined when it is disabled. */
  toSIWX(): SIWXConfig | undefined
}
