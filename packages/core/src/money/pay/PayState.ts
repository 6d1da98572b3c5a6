import type { PayRequest } from './PayRequest.ts'

/** A payment that an application has asked for. */
export interface PayState {
  id: string
  request: PayRequest
  /** Milliseconds since 1970. */
  startedAt: number
  /** The recipient's balance when the visitor first chose to pay from another wallet, in base units. */
  before?: bigint | undefined
  /** Whether the amount has arrived at the recipient, from whatever wallet. */
  hasArrived: boolean
}
