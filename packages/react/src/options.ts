import type { KitOptions } from '@portico/core'
import type { ThemeMode, ThemeVariables } from './theme.ts'

/**
 * Options of `createAppKit`: those of AppKit that this release has, and ours (`gatewayUrl`, `logLevel`, `storage`).
 * `projectId` and at least one network are required; everything else has a default.
 */
export interface AppKitOptions extends KitOptions {
  /** Unset: as the system prefers. */
  themeMode?: ThemeMode | undefined
  themeVariables?: ThemeVariables | undefined
}
