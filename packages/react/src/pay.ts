'use client'

export type { PaymentResult, PayOptions } from '@portico/core/money'
export { ExchangeUnavailableError } from './pay/ExchangeUnavailableError.ts'
export { openPay } from './pay/openPay.ts'
export { type PayResult, pay } from './pay/pay.ts'
export {
  type Exchange,
  type UseAvailableExchangesReturnType,
  useAvailableExchanges,
} from './pay/useAvailableExchanges.ts'
export {
  type ExchangeBuyStatus,
  type UseExchangeBuyStatusParameters,
  type UseExchangeBuyStatusReturnType,
  useExchangeBuyStatus,
} from './pay/useExchangeBuyStatus.ts'
export { type UsePayReturnType, usePay } from './pay/usePay.ts'
export { type PayUrl, type UsePayUrlActionsReturnType, usePayUrlActions } from './pay/usePayUrlActions.ts'
