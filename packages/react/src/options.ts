import type { KitOptions } from '@portico/core'
import type { ThemeMode, ThemeVariables } from './theme.ts'

/**
 * Options of `createAppKit`: those of AppKit, plus Portico's own (`gatewayUrl`, `walletUrl`, `walletConnect`,
 * `logLevel`, `storage`). `projectId` and at least one network are required; everything else has a default.
 */
export interface AppKitOptions extends KitOptions {
  /** Default: the system's preference. */
  themeMode?: ThemeMode | undefined
  themeVariables?: ThemeVariables | undefined
}
