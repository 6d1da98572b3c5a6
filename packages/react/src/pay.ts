'use client'

export type { PaymentResult, PayOptions } from '@portico/core/money'
export { openPay } from './pay/openPay.ts'
export { type PayResult, pay } from './pay/pay.ts'
export {
  type Exchange,
  type UseAvailableExchangesReturnType,
  useAvailableExchanges,
} from './pay/useAvailableExchanges.ts'
export { type UsePayReturnType, usePay } from './pay/usePay.ts'
