import type { TokenBalance } from '@portico/protocol/gateway'
import { useCallback } from 'react'
import { useAppKitInstance } from './useAppKitInstance.ts'

export interface FetchBalanceReturnType {
  /** `balance` in whole tokens, as a decimal string. */
  data?: { balance: string; symbol: string; formatted: string } | undefined
  error: unknown
  isSuccess: boolean
  isError: boolean
}

/** Reads the connected account's balance on demand; failing is a value, not an exception. */
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
