import { getVariable } from './getVariable.ts'
import { palette } from './palette.ts'
import type { ThemeState } from './theme.ts'

/** Computes the colours of a theme and sets them as custom properties of `host`. See `applyTheme`. */
export function applyPalette(host: HTMLElement, { themeMode, themeVariables }: ThemeState): void {
  const color = (name: 'accent' | 'background' | 'color-mix') => {
    const value = getVariable(themeVariables, name)
    return value === undefined ? undefined : resolve(host, String(value))
  }
  const input = {
    accent: color('accent'),
    background: color('background'),
    colorMix: color('color-mix'),
    colorMixStrength: Number(getVariable(themeVariables, 'color-mix-strength') ?? 0) || 0,
  }
  const light = palette('light', input)
  const dark = palette('dark', input)
  for (const [name, value] of Object.entries(light)) {
    const other = dark[name] ?? value
    const both = value === other ? value : `light-dark(${value}, ${other})`
    const current = themeMode === 'light' ? value : themeMode === 'dark' ? other : both
    host.style.setProperty(`--p-${name}`, current, 'important')
  }
}

/** Resolves `var(…)` in a colour: an application may refer to custom properties of its page. */
function resolve(host: HTMLElement, value: string): string {
  if (!value.includes('var(')) return value
  host.style.setProperty('--p-probe', value)
  const resolved = getComputedStyle(host).getPropertyValue('--p-probe')
  host.style.removeProperty('--p-probe')
  return resolved
}
