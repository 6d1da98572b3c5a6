import { getPhone } from '@portico/core/internal'
import { useEffect } from 'react'
import { useScope } from '../kit/KitContext.ts'

/** On a phone, creates the pairing URI before a wallet is chosen, so that the tap can open the wallet's app. */
export function usePreparedPairing(): void {
  const scope = useScope()
  useEffect(() => {
    if (!scope.kit.options.walletConnect || !getPhone()) return
    import('./pairing.ts').then(
      ({ preparePairing }) => preparePairing(scope),
      // Not fatal: opening the app takes one more tap.
      () => {},
    )
  }, [scope])
}
