import { useAppKitBalance } from '@portico/react'
import { useEffect, useState } from 'react'

/**
 * The native balance of an account as text. Undefined before it is known, without an account, and where no server
 * knows it.
 *
 * @param refresh asks again when it changes
 */
export function useBalance({
  caipAddress,
  refresh,
}: {
  caipAddress: string | undefined
  refresh: number
}): string | undefined {
  const { fetchBalance } = useAppKitBalance()
  const [known, setKnown] = useState<{ caipAddress: string; text: string }>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `refresh` asks again; `fetchBalance` may be new each time
  useEffect(() => {
    if (!caipAddress) return
    let current = true
    void fetchBalance().then(({ data }) => {
      if (current && data) setKnown({ caipAddress, text: `${data.balance} ${data.symbol}` })
    })
    return () => {
      current = false
    }
  }, [caipAddress, refresh])
  // The balance of an account that was there before is nobody's.
  return known?.caipAddress === caipAddress ? known?.text : undefined
}
