import type { KitOptions } from '@portico/core'
import type { LanguageOption } from './language/language.ts'
import type { Texts } from './language/TextId.ts'
import type { ThemeMode, ThemeVariables } from './theme.ts'

/**
 * Options of `createAppKit`: those of AppKit, plus Portico's own (`gatewayUrl`, `walletUrl`, `walletConnect`,
 * `logLevel`, `storage`). `projectId` and at least one network are required; everything else has a default.
 */
export interface AppKitOptions extends KitOptions {
  /**
   * The language of the buttons and the modal. Default: `'page'`, the `lang` attribute of `<html>`, whose changes are followed; English
   * without it. A page has one language: that of the instance that was created or changed last.
   *
   * @example
   * import { createAppKit } from '@portico/react'
   *
   * createAppKit({ ...options, language: 'browser' })
   */
  language?: LanguageOption | undefined
  /** Own texts, by ID, which replace those of every language. Default: none. */
  texts?: Texts | undefined
  /** `light` or `dark`. Default: the system's preference. */
  themeMode?: ThemeMode | undefined
  /** Colours, font, size and radius of buttons and modal. Default: none is set. */
  themeVariables?: ThemeVariables | undefined
}
