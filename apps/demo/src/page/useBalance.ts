import { useAppKitBalance } from '@portico/react'
import { useEffect, useState } from 'react'

/**
 * Returns the balance of an account as text. Undefined while it loads, without an account, and if it cannot be fetched.
 *
 * @param refresh fetches the balance again when it changes
 */
export function useBalance({
  caipAddress,
  refresh,
}: {
  caipAddress: string | undefined
  refresh: number
}): string | undefined {
  const { fetchBalance } = useAppKitBalance()
  const [balance, setBalance] = useState<{ caipAddress: string; text: string }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` triggers a new request; `fetchBalance` may change on every render
  useEffect(() => {
    if (!caipAddress) return
    let isCurrent = true
    void fetchBalance().then(({ data }) => {
      if (isCurrent && data) setBalance({ caipAddress, text: `${data.balance} ${data.symbol}` })
    })
    return () => {
      isCurrent = false
    }
  }, [caipAddress, refresh])
  // Do not show the balance of the previous account.
  return balance?.caipAddress === caipAddress ? balance?.text : undefined
}
