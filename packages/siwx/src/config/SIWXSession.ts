import type { SIWXMessageData } from './SIWXMessage.ts'

/** A signed-in proof: the fields, the text that was signed, and the signature. */
export type SIWXSession = {
  data: SIWXMessageData
  message: string
  signature: string
  /** The CAIP-74 form, where a wallet signed in while connecting. */
  cacao?: unknown
}
