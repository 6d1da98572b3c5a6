import type { AppKit, LanguageOption } from '@portico/react'
import { nestOptions } from '../options/nestOptions.ts'
import { optionTable } from '../options/optionTable.ts'
import type { Setup } from '../options/setup.ts'
import { devWallets } from './devWallets.ts'

const variables = optionTable.flatMap(({ path }) =>
  path.startsWith('themeVariables.') ? path.slice('themeVariables.'.length) : [],
)

/** The kit is created with the language of the page's address. */
let applied: LanguageOption | undefined

/** Applies the parts of a setup that need no reload: theme, language, text direction and wallet policy. */
export function applySetup(kit: AppKit, { options, policy }: Setup): void {
  const {
    themeMode,
    themeVariables,
    rtl,
    language = 'page',
  } = nestOptions(options) as {
    themeMode?: 'light' | 'dark'
    themeVariables?: Record<string, unknown>
    rtl?: boolean
    language?: LanguageOption
  }
  const { documentElement: page } = document
  page.dir = rtl ? 'rtl' : 'ltr'
  if (themeMode) page.dataset.theme = themeMode
  else delete page.dataset.theme
  kit.setThemeMode(themeMode)
  if (applied !== undefined && language !== applied) void kit.setLanguage(language)
  applied = language
  // Pass undefined for variables that are no longer set, which removes them.
  kit.setThemeVariables(Object.fromEntries(variables.map((name) => [name, themeVariables?.[name]])))
  for (const wallet of devWallets()) wallet.setPolicy(policy)
}
