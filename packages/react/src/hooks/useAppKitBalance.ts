import type { TokenBalance } from '@portico/protocol/gateway'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

export interface FetchBalanceReturnType {
  /** `balance` is in whole tokens, as a decimal string. Undefined if the account has no balance to show. */
  data?: { balance: string; symbol: string; formatted: string } | undefined
  error: unknown
  isSuccess: boolean
  isError: boolean
}

/**
 * Returns a function that fetches the connected account's balance. It never throws: an error is returned as `error`.
 *
 * @example
 * import { useAppKitBalance } from '@portico/react'
 *
 * const { fetchBalance } = useAppKitBalance()
 * const { data } = await fetchBalance()
 */
export function useAppKitBalance(): { fetchBalance(): Promise<FetchBalanceReturnType> } {
  const { kit } = useAppKitInstance().scope
  const fetchBalance = useCallback(async (): Promise<FetchBalanceReturnType> => {
    try {
      const { fetchShownBalance } = await import('../data/fetchShownBalance.ts')
      const shown = await fetchShownBalance(kit)
      return { data: shown && toData(shown), error: null, isSuccess: true, isError: false }
    } catch (error) {
      return { error, isSuccess: false, isError: true }
    }
  }, [kit])
  return { fetchBalance }
}

function toData({ quantity, symbol }: TokenBalance) {
  return { balance: quantity.numeric, symbol, formatted: `${quantity.numeric} ${symbol}` }
}
