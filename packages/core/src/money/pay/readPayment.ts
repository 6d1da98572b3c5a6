import type { State } from '../../state.ts'
import { findPayment } from './findPayment.ts'

/** A payment that is on chain. `hash` is undefined if it was made from another wallet, for example at an exchange. */
export interface PaymentResult {
  hash?: string | undefined
}

/**
 * Returns the payment that the application has asked for, once the chain says that it has been made; undefined until then, and for a
 * transaction that failed.
 */
export function readPayment(state: State): PaymentResult | undefined {
  const sent = findPayment(state)
  if (sent?.status === 'confirmed') return { hash: sent.sent?.hash }
  return state.money?.pay?.hasArrived ? {} : undefined
}
