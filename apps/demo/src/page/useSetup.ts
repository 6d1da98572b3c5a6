import type { AppKit } from '@portico/react'
import { useEffect, useState } from 'react'
import { applySetup } from '../kit/applySetup.ts'
import { type Setup, writeSetup } from '../options/setup.ts'
import { restoreFocus } from './restoreFocus.ts'

/** Makes a setup the page's: writes it into the address, and shows it at once or with a new page. */
export type ChangeSetup = (next: Setup, how: { live: boolean }) => void

/** The setup of the page, and how to change it. The address always says the same. */
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
      // Most options are fixed when the kit is made. A reload keeps the place on the page.
      location.reload()
    }
  }

  return { setup, change }
}
