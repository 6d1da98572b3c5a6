import { contrast, mix, parseColor, type Rgb, readable, toCss } from './color.ts'
import type { ThemeMode } from './theme.ts'

/** Colours an application may set. Values that are not CSS colours are ignored. */
export interface PaletteInput {
  accent?: string | undefined
  background?: string | undefined
  colorMix?: string | undefined
  /** How much of `colorMix` is mixed into backgrounds, in percent (0–100). */
  colorMixStrength?: number | undefined
}

const surfaces = {
  light: { bg: '#ffffff', surface: '#f5f5f2', 'surface-2': '#ebebe6' },
  dark: { bg: '#171715', surface: '#21211e', 'surface-2': '#2c2c28' },
}
const foregrounds = {
  light: {
    text: '#17170f',
    'text-2': '#5c5c53',
    'text-3': '#6d6d63',
    accent: '#2f54eb',
    good: '#0f7a55',
    bad: '#c0322b',
    warn: '#8a5a00',
  },
  dark: {
    text: '#f6f6f0',
    'text-2': '#b0b0a5',
    'text-3': '#97978c',
    accent: '#8ea2ff',
    good: '#5fd3a6',
    bad: '#ff8f86',
    warn: '#f2c063',
  },
}
const white: Rgb = [255, 255, 255]
const darkText: Rgb = [16, 20, 46]

/**
 * Returns the colours of one mode, keyed by the name of their custom property. Whatever accent, background or tint an
 * application sets, text keeps a contrast of at least 4.5:1 on every surface. `accent-ring` is the accent with a contrast
 * of at least 3:1 to the card: for the main button, checkboxes and focus.
 */
export function palette(mode: ThemeMode, input: PaletteInput): Record<string, string> {
  const defaults = surfaces[mode]
  const tint = input.colorMix === undefined ? undefined : parseColor(input.colorMix)
  const strength = Math.min(Math.max(input.colorMixStrength ?? 0, 0), 100) / 100
  const tinted = (color: Rgb) => (tint ? mix(color, tint, strength) : color)
  const background = input.background === undefined ? undefined : parseColor(input.background)
  const bg = tinted(background ?? rgb(defaults.bg))
  const isLight = contrast(bg, [0, 0, 0]) > contrast(bg, white)
  const base = isLight ? 'light' : 'dark'
  // With a custom background, surfaces are that background shifted slightly towards the text colour.
  const toward: Rgb = isLight ? [24, 24, 16] : [255, 255, 245]
  const surface = background ? mix(bg, toward, 0.04) : tinted(rgb(defaults.surface))
  const surface2 = background ? mix(bg, toward, 0.08) : tinted(rgb(defaults['surface-2']))
  const accent =
    (input.accent === undefined ? undefined : parseColor(input.accent)) ?? rgb(foregrounds[base].accent)
  const accentRing = readable(accent, bg, 3)
  const accentSoft = mix(surface2, accent, isLight ? 0.1 : 0.16)
  const result: Record<string, string> = {
    bg: toCss(bg),
    surface: toCss(surface),
    'surface-2': toCss(surface2),
    line: `rgb(${toward.join(' ')} / 0.1)`,
    accent: toCss(accent),
    'accent-ring': toCss(accentRing),
    'accent-text': toCss(readable(accent, accentSoft)),
    'accent-soft': toCss(accentSoft),
    'on-accent': toCss(textOn(accent)),
    'on-accent-ring': toCss(textOn(accentRing)),
  }
  for (const name of ['text', 'text-2', 'text-3', 'good', 'bad', 'warn'] as const) {
    const color = rgb(foregrounds[base][name])
    const soft = mix(surface2, color, 0.13)
    const hasSoft = name === 'good' || name === 'bad' || name === 'warn'
    if (hasSoft) result[`${name}-soft`] = toCss(soft)
    result[name] = toCss(readable(color, hasSoft ? soft : surface2))
  }
  return result
}

function textOn(color: Rgb): Rgb {
  return contrast(white, color) >= 4.5 ? white : readable(darkText, color)
}

function rgb(hex: string): Rgb {
  return parseColor(hex) ?? [0, 0, 0]
}
