import type { NamespaceId } from '@portico/protocol'

/** Props of `AppKitAccountButton`; all are optional. */
export interface AppKitAccountButtonProps {
  /** Whether the button is disabled. Default: false. */
  disabled?: boolean | undefined
  /** Whether to show the balance beside the address. Default: `show`. */
  balance?: 'show' | 'hide' | undefined
  /** Number of characters shown at the start of the address. Default: 4. */
  charsStart?: number | undefined
  /** Number of characters shown at the end of the address. Default: 6. */
  charsEnd?: number | undefined
  /** Shows the account of this namespace. Default: the active one. */
  namespace?: NamespaceId | undefined
}
