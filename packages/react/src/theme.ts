import { createStore, type StoreApi } from 'zustand/vanilla'

export type ThemeMode = 'light' | 'dark'

/** Theme variables an application may set. Each has a legacy `--w3m-` name. */
export interface ThemeVariables {
  '--apkt-accent'?: string | undefined
  '--apkt-background'?: string | undefined
  '--apkt-color-mix'?: string | undefined
  '--apkt-color-mix-strength'?: number | undefined
  '--apkt-font-family'?: string | undefined
  '--apkt-font-size-master'?: string | undefined
  '--apkt-border-radius-master'?: string | undefined
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
