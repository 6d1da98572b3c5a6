import { getPhone } from '@portico/core'
import { useEffect } from 'react'
import { useScope } from '../kit/KitContext.ts'

/** On a phone, makes the address to connect to before a wallet is chosen: its app has to open with the tap. */
export function usePreparedPairing(): void {
  const scope = useScope()
  useEffect(() => {
    if (!scope.kit.options.walletConnect || !getPhone()) return
    import('./pairing.ts').then(
      ({ preparePairing }) => preparePairing(scope),
      // Then it takes a press more.
      () => {},
    )
  }, [scope])
}
