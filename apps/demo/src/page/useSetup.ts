import type { AppKit } from '@portico/react'
import { useEffect, useState } from 'react'
import { applySetup } from '../kit/applySetup.ts'
import { type Setup, writeSetup } from '../options/setup.ts'
import { restoreFocus } from './restoreFocus.ts'

/** Changes the setup: writes it to the address, then applies it (`live`) or reloads the page. */
export type ChangeSetup = (next: Setup, how: { live: boolean }) => void

/** Returns the page's setup and a function that changes it. The address always reflects the setup. */
export function useSetup(kit: AppKit, initial: Setup): { setup: Setup; change: ChangeSetup } {
  const [setup, setSetup] = useState(initial)
  useEffect(restoreFocus, [])

  function change(next: Setup, { live }: { live: boolean }) {
    const url = `${location.pathname}${writeSetup(next)}${location.hash}`
    if (live) {
      history.replaceState(null, '', url)
      applySetup(kit, next)
      setSetup(next)
    } else {
      history.replaceState({ focus: document.activeElement?.id }, '', url)
      // Most options are fixed when the kit is created. A reload keeps the scroll position.
      location.reload()
    }
  }

  return { setup, change }
}
