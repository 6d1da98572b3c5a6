import type { FramePayload } from '@portico/protocol/frame'
import { type Colour, contrastOf, readColour, withContrast } from './readColour.ts'

/** The theme that a host page requests. */
export type ThemeRequest = FramePayload<'SYNC_THEME'>

const white: Colour = [255, 255, 255]
const black: Colour = [16, 18, 24]
const themes = {
  light: { background: white, text: [23, 23, 15] as Colour },
  dark: { background: [23, 23, 21] as Colour, text: [246, 246, 240] as Colour },
}

/**
 * Applies the parts of a host page's theme that cannot mislead: light or dark, the accent colour and the corner radius. Each
 * is parsed and written as a value. The accent is adjusted to a readable contrast; background, text and font are fixed.
 */
export function applyTheme(
  theme: ThemeRequest,
  { style, dataset }: Pick<HTMLElement, 'style' | 'dataset'> = document.documentElement,
): void {
  const variables: Record<string, string | number> = { ...theme.w3mThemeVariables, ...theme.themeVariables }
  const read = (name: string) => variables[`--apkt-${name}`] ?? variables[`--w3m-${name}`]
  if (theme.themeMode) dataset.theme = theme.themeMode
  const { background, text } = themes[dataset.theme === 'dark' ? 'dark' : 'light']

  const requested = readColour(read('accent'))
  const accent = requested && withContrast(requested, { background, towards: text })
  setVariable(style, '--accent', accent && toCss(accent))
  setVariable(
    style,
    '--on-accent',
    accent && toCss(contrastOf(accent, white) >= contrastOf(accent, black) ? white : black),
  )

  const [, radius] = /^(\d{1,2}(?:\.\d{1,2})?)px$/.exec(`${read('border-radius-master') ?? ''}`) ?? []
  setVariable(style, '--radius', radius === undefined ? undefined : `${Math.min(Number(radius), 8)}px`)
}

function setVariable(style: CSSStyleDeclaration, name: string, value: string | undefined): void {
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}

function toCss(colour: Colour): string {
  return `rgb(${colour.join(' ')})`
}
