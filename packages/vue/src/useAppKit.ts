import type { AppKit, OpenOptions } from '@portico/elements'
import { useInstance } from './useInstance.ts'

/**
 * Returns functions that open and close the modal.
 *
 * @example
 * import { useAppKit } from '@portico/vue'
 *
 * const { open } = useAppKit()
 * open({ view: 'Networks' })
 */
export function useAppKit(): {
  open(options?: OpenOptions): ReturnType<AppKit['open']>
  close(): Promise<void>
} {
  const appKit = useInstance()
  return { open: (options) => appKit.open(options), close: () => appKit.close() }
}
