import type { AppKit } from '@portico/react'
import { nestOptions } from '../options/nestOptions.ts'
import { optionTable } from '../options/optionTable.ts'
import type { Setup } from '../options/setup.ts'
import { devWallets } from './devWallets.ts'

const variables = optionTable.flatMap(({ path }) =>
  path.startsWith('themeVariables.') ? path.slice('themeVariables.'.length) : [],
)

/** Applies the parts of a setup that need no reload: theme, text direction and wallet policy. */
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
  // Pass undefined for variables that are no longer set, which removes them.
  kit.setThemeVariables(Object.fromEntries(variables.map((name) => [name, themeVariables?.[name]])))
  for (const wallet of devWallets()) wallet.setPolicy(policy)
}
