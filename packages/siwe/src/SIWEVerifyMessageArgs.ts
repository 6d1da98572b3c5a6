/** The argument of `verifyMessage` of a `siweConfig`. */
export interface SIWEVerifyMessageArgs {
  message: string
  signature: string
  /** The fields of the message. */
  data?: unknown
  /** Never set; AppKit's name for the wallet's ID. */
  clientId?: string | null | undefined
}
