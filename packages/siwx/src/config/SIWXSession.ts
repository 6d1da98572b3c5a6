import type { SIWXMessageData } from './SIWXMessage.ts'

/** A signed sign-in message: its fields, its text and the signature. */
export type SIWXSession = {
  data: SIWXMessageData
  message: string
  signature: string
  /** The CACAO (CAIP-74), if a WalletConnect wallet signed while connecting. */
  cacao?: unknown
}
