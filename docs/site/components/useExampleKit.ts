import type { AppKit, ThemeMode } from '@portico/react'
import { useDark } from '@rspress/core/runtime'
import { useEffect, useState } from 'react'

let started: Promise<AppKit> | undefined

/**
 * Returns the kit of the examples, which a page load has once, as soon as it `isWanted`: `undefined` until it is loaded, `null` if that
 * failed. It is as light or dark as the handbook, unless `themeMode` says otherwise.
 */
export function useExampleKit({
  isWanted,
  themeMode,
}: {
  isWanted: boolean
  themeMode?: ThemeMode | undefined
}): AppKit | null | undefined {
  const [appKit, setAppKit] = useState<AppKit | null>()
  const isDark = useDark()
  useEffect(() => {
    if (!isWanted) return
    started ??= import('./createExampleKit.ts').then(({ createExampleKit }) => createExampleKit())
    started.then(setAppKit, (error: unknown) => {
      started = undefined
      console.error(error)
      setAppKit(null)
    })
  }, [isWanted])
  const mode = themeMode ?? (isDark ? 'dark' : 'light')
  useEffect(() => appKit?.setThemeMode(mode), [appKit, mode])
  return appKit
}
