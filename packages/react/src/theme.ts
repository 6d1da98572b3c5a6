import { createStore, type StoreApi } from 'zustand/vanilla'

export type ThemeMode = 'light' | 'dark'

/** Theme variables an application may set. Each has a legacy `--w3m-` name. */
export interface ThemeVariables {
  /**
   * The colour of buttons and links; any CSS colour, also `var(…)`. What is derived from it keeps its
   * contrast. Default: blue.
   */
  '--apkt-accent'?: string | undefined
  /** The colour of the modal. Default: white, and near black in dark mode. */
  '--apkt-background'?: string | undefined
  /** A colour that is mixed into all surfaces. Default: none. */
  '--apkt-color-mix'?: string | undefined
  /** How much of `color-mix` is mixed in, in percent. Default: 0. */
  '--apkt-color-mix-strength'?: number | undefined
  /** The font of buttons and modal. Default: Inter, which the package contains. */
  '--apkt-font-family'?: string | undefined
  /** The unit of all sizes of text. Default: `10px`. */
  '--apkt-font-size-master'?: string | undefined
  /** The unit of all radiuses. Default: `4px`. */
  '--apkt-border-radius-master'?: string | undefined
  /** The `z-index` of the modal's dialog, which browsers draw above everything else anyway. Default: 999. */
  '--apkt-z-index'?: number | undefined
  '--w3m-accent'?: string | undefined
  '--w3m-background'?: string | undefined
  '--w3m-color-mix'?: string | undefined
  '--w3m-color-mix-strength'?: number | undefined
  '--w3m-font-family'?: string | undefined
  '--w3m-font-size-master'?: string | undefined
  '--w3m-border-radius-master'?: string | undefined
  '--w3m-z-index'?: number | undefined
}

export interface ThemeState {
  /** Undefined: follows the system's preference. */
  themeMode: ThemeMode | undefined
  themeVariables: ThemeVariables
}

export type Theme = StoreApi<ThemeState>

/** Creates the theme store of one instance. The modal and all buttons follow its changes. */
export function createTheme(initial: Partial<ThemeState>): Theme {
  return createStore<ThemeState>(() => ({
    themeMode: initial.themeMode,
    themeVariables: initial.themeVariables ?? {},
  }))
}
