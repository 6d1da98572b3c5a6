import type { FramePayload } from '@portico/protocol/frame'
import { type Colour, contrastOf, readColour, withContrast } from './readColour.ts'

/** How a host wants us to look. */
export type ThemeRequest = FramePayload<'SYNC_THEME'>

const white: Colour = [255, 255, 255]
const black: Colour = [16, 18, 24]
const grounds = {
  light: { ground: white, text: [23, 23, 15] as Colour },
  dark: { ground: [23, 23, 21] as Colour, text: [246, 246, 240] as Colour },
}

/**
 * Takes of a host's wishes what cannot mislead: light or dark, one accent colour and the roundness of corners, each read as
 * a value and written as one. The accent is moved until it can be read; the ground, the texts and the font are ours.
 */
export function applyTheme(
  theme: ThemeRequest,
  { style, dataset }: Pick<HTMLElement, 'style' | 'dataset'> = document.documentElement,
): void {
  const variables: Record<string, string | number> = { ...theme.w3mThemeVariables, ...theme.themeVariables }
  const read = (name: string) => variables[`--apkt-${name}`] ?? variables[`--w3m-${name}`]
  if (theme.themeMode) dataset.theme = theme.themeMode
  const { ground, text } = grounds[dataset.theme === 'dark' ? 'dark' : 'light']

  const wished = readColour(read('accent'))
  const accent = wished && withContrast(wished, { ground, towards: text })
  set(style, '--accent', accent && write(accent))
  set(
    style,
    '--on-accent',
    accent && write(contrastOf(accent, white) >= contrastOf(accent, black) ? white : black),
  )

  const [, radius] = /^(\d{1,2}(?:\.\d{1,2})?)px$/.exec(`${read('border-radius-master') ?? ''}`) ?? []
  set(style, '--radius', radius === undefined ? undefined : `${Math.min(Number(radius), 8)}px`)
}

function set(style: CSSStyleDeclaration, name: string, value: string | undefined): void {
  if (value === undefined) style.removeProperty(name)
  else style.setProperty(name, value)
}

function write(colour: Colour): string {
  return `rgb(${colour.join(' ')})`
}
