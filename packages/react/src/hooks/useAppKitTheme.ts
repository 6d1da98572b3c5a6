import { useSyncExternalStore } from 'react'
import type { ThemeMode, ThemeState, ThemeVariables } from '../theme.ts'
import { useAppKitInstance } from './useAppKitInstance.ts'

export interface UseAppKitThemeReturnType extends ThemeState {
  setThemeMode(themeMode: ThemeMode | undefined): void
  setThemeVariables(themeVariables: ThemeVariables): void
}

/** Returns the theme and functions that change it. */
export function useAppKitTheme(): UseAppKitThemeReturnType {
  const { scope, setThemeMode, setThemeVariables } = useAppKitInstance()
  const { theme } = scope
  const state = useSyncExternalStore(theme.subscribe, theme.getState, theme.getInitialState)
  return { ...state, setThemeMode, setThemeVariables }
}
