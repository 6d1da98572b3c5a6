import { useMemo } from 'react'
import type { AppKit, OpenOptions } from '../appKit.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'

/**
 * Returns functions that open and close the modal.
 *
 * @example
 * import { useAppKit } from '@portico/react'
 *
 * const { open } = useAppKit()
 * return <button onClick={() => open({ view: 'Networks' })}>Networks</button>
 */
export function useAppKit(): {
  open(options?: OpenOptions): ReturnType<AppKit['open']>
  close(): Promise<void>
} {
  const appKit = useAppKitInstance()
  return useMemo(
    () => ({ open: (options?: OpenOptions) => appKit.open(options), close: () => appKit.close() }),
    [appKit],
  )
}
