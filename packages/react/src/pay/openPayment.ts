import { getConnected } from '@portico/core'
import { track } from '@portico/core/internal'
import {
  findPayment,
  isUnsettled,
  type PaymentResult,
  type PayOptions,
  readPayment,
  readPayRequest,
  updateMoney,
} from '@portico/core/money'
import type { NamespaceId } from '@portico/protocol'
import type { KitScope } from '../kit/KitContext.ts'
import { openModal } from '../modal/modalActions.ts'
import { ModalClosedError } from '../walletButton/errors.ts'

/** A payment that the modal shows. `paid` resolves once it is on chain. */
export interface OpenedPayment {
  paid: Promise<PaymentResult>
}

/**
 * Shows a payment in the modal. Loaded with the modal.
 *
 * @throws PayRequestError; `paid` rejects with ModalClosedError if the visitor closes the modal before anything was sent
 */
export async function openPayment(scope: KitScope, options: PayOptions): Promise<OpenedPayment> {
  const { kit, router } = scope
  const request = await readPayRequest(kit, options)
  const id = crypto.randomUUID()
  const properties = { network: request.networkId, symbol: request.symbol }
  updateMoney(kit, { pay: { id, request, startedAt: Date.now(), hasArrived: false } })
  openModal(scope, { name: 'pay' })
  track(kit, 'PAY_MODAL_OPEN', properties)
  const namespace = request.networkId.split(':')[0] as NamespaceId
  const isConnected = () => getConnected(kit.store.getState(), namespace) !== undefined

  const paid = new Promise<PaymentResult>((resolve, reject) => {
    let wasConnected = isConnected()
    const end = (settle: () => void) => {
      for (const stop of stops) stop()
      settle()
    }
    const check = () => {
      const state = kit.store.getState()
      if (state.money?.pay?.id !== id) return end(() => reject(new ModalClosedError()))
      const result = readPayment(state)
      // Ended before the event: a listener may change the state, which would check it again.
      if (result)
        return end(() => {
          track(kit, 'PAY_SUCCESS', properties)
          resolve(result)
        })
      if (router.store.getState().open) return
      // Connecting closes the modal. The visitor has connected to pay, so the payment is shown again.
      if (!wasConnected && isConnected()) {
        wasConnected = true
        return queueMicrotask(() => openModal(scope, { name: 'pay' }))
      }
      // What was sent is followed although the modal is closed.
      const sent = findPayment(state)
      if (sent && isUnsettled(sent)) return
      end(() => {
        track(kit, 'PAY_ERROR', properties)
        reject(new ModalClosedError())
      })
    }
    const stops = [kit.store.subscribe(check), router.store.subscribe(check)]
  })
  return { paid }
}
