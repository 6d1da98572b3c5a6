/** An exchange from which a visitor could pay. */
export interface Exchange {
  id: string
  name: string
  imageUrl: string
}

export interface UseAvailableExchangesReturnType {
  data: readonly Exchange[]
  isLoading: boolean
  error: undefined
  fetch(): Promise<void>
}

const none: UseAvailableExchangesReturnType = {
  data: [],
  isLoading: false,
  error: undefined,
  fetch: async () => {},
}

/**
 * Returns no exchanges: their programmes need a contract with each of them. A visitor pays from any exchange with "Pay another
 * way", which shows the address, the amount and a QR code, and waits until the amount has arrived.
 *
 * @example
 * import { useAvailableExchanges } from '@portico/react/pay'
 *
 * const { data } = useAvailableExchanges() // []
 */
export function useAvailableExchanges(): UseAvailableExchangesReturnType {
  return none
}
