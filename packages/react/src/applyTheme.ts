import { getVariable, type Variable } from './getVariable.ts'
import type { ThemeState } from './theme.ts'

const colors = [
  'accent',
  'background',
  'color-mix',
  'color-mix-strength',
] as const satisfies readonly Variable[]

/** The latest theme of each host: `applyPalette` loads asynchronously and must not apply an outdated theme. */
const latest = new WeakMap<HTMLElement, ThemeState>()

/**
 * Sets a theme as custom properties of a shadow root's host. `buttonTokens.css` and `cardTokens.css` hold the defaults
 * for both modes; without a `themeMode`, the system's preference decides. Custom colours are computed in a lazy-loaded
 * chunk (`applyPalette.ts`), because most pages do not need it. Values that are not valid CSS are ignored.
 */
export function applyTheme(host: HTMLElement, theme: ThemeState): void {
  const { themeMode, themeVariables } = theme
  const get = (name: Variable) => getVariable(themeVariables, name)
  latest.set(host, theme)
  set(host, 'color-scheme', themeMode ?? 'light dark')
  if (themeMode) host.dataset.theme = themeMode
  else delete host.dataset.theme
  set(host, '--p-font', valid('font-family', get('font-family')))
  set(host, '--p-unit', valid('width', get('font-size-master')))
  set(host, '--p-radius', valid('width', get('border-radius-master')))
  set(host, '--p-z', valid('z-index', get('z-index')))
  // Set the accent right away so that the button does not flash; derived colours follow with the palette.
  set(host, '--p-accent', valid('color', get('accent')))
  const hasColors = colors.some((name) => get(name) !== undefined)
  // By the priority: where `all` is set, as at the modal, Chromium returns its value for a property that is not.
  if (!hasColors && !host.style.getPropertyPriority('--p-bg')) return
  import('./applyPalette.ts').then(
    (file) => {
      if (latest.get(host) === theme) file.applyPalette(host, theme)
    },
    // The default colours stay.
    () => {},
  )
}

/** Sets a property as `!important`, so that the page's styles cannot override it; removes it if undefined. */
function set(host: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) host.style.removeProperty(name)
  else host.style.setProperty(name, value, 'important')
}

function valid(property: string, value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined
  return typeof CSS === 'undefined' || CSS.supports(property, String(value)) ? String(value) : undefined
}
