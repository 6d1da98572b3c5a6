import type { SIWXMessageInput } from '../config/SIWXMessage.ts'
import type { SIWXMessenger } from '../config/SIWXMessenger.ts'
import type { SIWXSigner } from '../config/SIWXSigner.ts'
import type { SIWXStorage } from '../config/SIWXStorage.ts'
import type { SIWXVerifierLike } from '../config/SIWXVerifier.ts'

/** Options of `DefaultSIWX`; all are optional. */
export type DefaultSIWXParameters = {
  /** Whether a visitor who does not sign in is disconnected. Default: true. */
  required?: boolean | undefined
  /** The sentence the visitor reads in the wallet. */
  statement?: string | undefined
  /** Host, with the port if it has one. Default: those of the page. */
  domain?: string | undefined
  /** Default: the origin of the page. */
  uri?: string | undefined
  resources?: readonly string[] | undefined
  /** How long a sign-in is valid, in milliseconds. Default: 7 days. */
  expiration?: number | undefined
  /** Creates the messages. Default: `InformalMessenger`. */
  messenger?: Pick<SIWXMessenger, 'createMessage'> | undefined
  /** Verify sessions in the page. Default: one for each namespace. Not used with a gateway, which verifies instead. */
  verifiers?: readonly SIWXVerifierLike[] | undefined
  /** Signs instead of the connected wallet. Default: `DefaultSigner`, which is that wallet. */
  signer?: SIWXSigner | undefined
  /** Stores the sessions. Default: `LocalStorage`. */
  storage?: SIWXStorage | undefined
  /** Returns a nonce. Default: the nonce comes from the gateway, or is random without one. */
  getNonce?: ((input: SIWXMessageInput) => Promise<string> | string) | undefined
}
