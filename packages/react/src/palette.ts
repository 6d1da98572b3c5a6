import { contrast, mix, parseColor, type Rgb, readable, toCss } from './color.ts'
import type { ThemeMode } from './theme.ts'

/** What an application may change in the palette. Values that are no colours are left out. */
export interface PaletteInput {
  accent?: string | undefined
  background?: string | undefined
  colorMix?: string | undefined
  /** 0–100. */
  colorMixStrength?: number | undefined
}

const grounds = {
  light: { bg: '#ffffff', surface: '#f5f5f2', 'surface-2': '#ebebe6' },
  dark: { bg: '#171715', surface: '#21211e', 'surface-2': '#2c2c28' },
}
const inks = {
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
const ink: Rgb = [16, 20, 46]

/**
 * The colours of one mode, by the name of their custom property. Whatever accent, background or tint an application
 * sets, text keeps a contrast of 4.5:1 on every surface it stands on.
 */
export function palette(mode: ThemeMode, input: PaletteInput): Record<string, string> {
  const own = grounds[mode]
  const tint = input.colorMix === undefined ? undefined : parseColor(input.colorMix)
  const strength = Math.min(Math.max(input.colorMixStrength ?? 0, 0), 100) / 100
  const tinted = (color: Rgb) => (tint ? mix(color, tint, strength) : color)
  const given = input.background === undefined ? undefined : parseColor(input.background)
  const bg = tinted(given ?? rgb(own.bg))
  const isLight = contrast(bg, [0, 0, 0]) > contrast(bg, white)
  const ground = isLight ? 'light' : 'dark'
  // On a background of the application's own, surfaces are that background, a little nearer to the text.
  const toward: Rgb = isLight ? [24, 24, 16] : [255, 255, 245]
  const surface = given ? mix(bg, toward, 0.04) : tinted(rgb(own.surface))
  const surface2 = given ? mix(bg, toward, 0.08) : tinted(rgb(own['surface-2']))
  const accent =
    (input.accent === undefined ? undefined : parseColor(input.accent)) ?? rgb(inks[ground].accent)
  const accentSoft = mix(surface2, accent, isLight ? 0.1 : 0.16)
  const result: Record<string, string> = {
    bg: toCss(bg),
    surface: toCss(surface),
    'surface-2': toCss(surface2),
    line: `rgb(${toward.join(' ')} / 0.1)`,
    accent: toCss(accent),
    'accent-ring': toCss(readable(accent, bg, 3)),
    'accent-text': toCss(readable(accent, accentSoft)),
    'accent-soft': toCss(accentSoft),
    'on-accent': toCss(contrast(white, accent) >= 4.5 ? white : readable(ink, accent)),
  }
  for (const name of ['text', 'text-2', 'text-3', 'good', 'bad', 'warn'] as const) {
    const color = rgb(inks[ground][name])
    const soft = mix(surface2, color, 0.13)
    const hasSoft = name === 'good' || name === 'bad' || name === 'warn'
    if (hasSoft) result[`${name}-soft`] = toCss(soft)
    result[name] = toCss(readable(color, hasSoft ? soft : surface2))
  }
  return result
}

function rgb(hex: string): Rgb {
  return parseColor(hex) ?? [0, 0, 0]
}
