import type { PayRequest } from './PayRequest.ts'

/** A payment that an application has asked for. */
export interface PayState {
  id: string
  request: PayRequest
  /** Milliseconds since 1970. */
  startedAt: number
  /** Whether the amount has arrived at the recipient, from whatever wallet. */
  hasArrived: boolean
}
