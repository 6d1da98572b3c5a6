import type { AppKit } from '@portico/react'
import { nestOptions } from '../options/nestOptions.ts'
import { optionTable } from '../options/optionTable.ts'
import type { Setup } from '../options/setup.ts'
import { devWallets } from './devWallets.ts'

const variables = optionTable.flatMap(({ path }) =>
  path.startsWith('themeVariables.') ? path.slice('themeVariables.'.length) : [],
)

/** Brings the page and its kit to what a setup says, as far as that needs no new page. */
export function applySetup(kit: AppKit, { options, policy }: Setup): void {
  const { themeMode, themeVariables, rtl } = nestOptions(options) as {
    themeMode?: 'light' | 'dark'
    themeVariables?: Record<string, unknown>
    rtl?: boolean
  }
  const { documentElement: page } = document
  page.dir = rtl ? 'rtl' : 'ltr'
  if (themeMode) page.dataset.theme = themeMode
  else delete page.dataset.theme
  kit.setThemeMode(themeMode)
  // Also those that are gone, or they would stay.
  kit.setThemeVariables(Object.fromEntries(variables.map((name) => [name, themeVariables?.[name]])))
  for (const wallet of devWallets()) wallet.setPolicy(policy)
}
