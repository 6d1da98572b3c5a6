import { getVariable, type Variable } from './getVariable.ts'
import type { ThemeState } from './theme.ts'

const colors = [
  'accent',
  'background',
  'color-mix',
  'color-mix-strength',
] as const satisfies readonly Variable[]

/** The newest theme of each host, so that colours computed for an older one are not painted over it. */
const newest = new WeakMap<HTMLElement, ThemeState>()

/**
 * Writes a theme on the host of a shadow root. Colours, radii and letters stand in `tokens.css` for both modes, and the
 * system chooses where no mode is set; what an application changes is written over them. Its colours are computed in a
 * chunk of their own (`applyPalette.ts`), which most pages never need. Values that are not valid CSS are left out.
 */
export function applyTheme(host: HTMLElement, theme: ThemeState): void {
  const { themeMode, themeVariables } = theme
  const get = (name: Variable) => getVariable(themeVariables, name)
  newest.set(host, theme)
  set(host, 'color-scheme', themeMode ?? 'light dark')
  if (themeMode) host.dataset.theme = themeMode
  else delete host.dataset.theme
  set(host, '--p-font', valid('font-family', get('font-family')))
  set(host, '--p-unit', valid('width', get('font-size-master')))
  set(host, '--p-radius', valid('width', get('border-radius-master')))
  set(host, '--p-z', valid('z-index', get('z-index')))
  // At once, so that the button does not flash; the colours that follow from it come with the palette.
  set(host, '--p-accent', valid('color', get('accent')))
  const hasColors = colors.some((name) => get(name) !== undefined)
  if (!hasColors && !host.style.getPropertyValue('--p-bg')) return
  void import('./applyPalette.ts').then(({ applyPalette }) => {
    if (newest.get(host) === theme) applyPalette(host, theme)
  })
}

/** Sets or, without a value, removes one property, over whatever the page's own styles say. */
function set(host: HTMLElement, name: string, value: string | undefined): void {
  if (value === undefined) host.style.removeProperty(name)
  else host.style.setProperty(name, value, 'important')
}

function valid(property: string, value: string | number | undefined): string | undefined {
  if (value === undefined) return undefined
  return typeof CSS === 'undefined' || CSS.supports(property, String(value)) ? String(value) : undefined
}
