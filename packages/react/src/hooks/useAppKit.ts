import { useMemo } from 'react'
import type { AppKit } from '../appKit.ts'
import type { OpenOptions } from '../OpenOptions.ts'
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
