import type { AppKit, ThemeState } from '@portico/elements'
import type { ShallowReactive } from 'vue'
import { toReactive } from './toReactive.ts'
import { useObserved } from './useObserved.ts'

export type UseAppKitThemeReturnType = ThemeState & Pick<AppKit, 'setThemeMode' | 'setThemeVariables'>

/** Returns the theme, and functions that change it, as a reactive object. */
export function useAppKitTheme(): ShallowReactive<UseAppKitThemeReturnType> {
  return toReactive(
    useObserved({
      read: ({ getThemeMode, getThemeVariables, setThemeMode, setThemeVariables }) => ({
        themeMode: getThemeMode(),
        themeVariables: getThemeVariables(),
        setThemeMode,
        setThemeVariables,
      }),
      subscribe: (appKit, listener) => appKit.subscribeTheme(listener),
    }),
  )
}
