import type { SIWXLogin } from './SIWXLogin.ts'
import type { SIWXMessageData } from './SIWXMessage.ts'

/** A signed sign-in message: its fields, its text and the signature. */
export type SIWXSession = {
  data: SIWXMessageData
  message: string
  signature: string
  /** The CACAO (CAIP-74), if a WalletConnect wallet signed while connecting. */
  cacao?: unknown
  /** What was prepared, and the wallet's random value, if the embedded wallet signed as part of a login. */
  login?: (SIWXLogin & { random?: string | undefined }) | undefined
}
