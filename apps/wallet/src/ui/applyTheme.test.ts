// @vitest-environment jsdom

import { beforeEach, describe, expect, test } from 'vitest'
import { applyTheme } from './applyTheme.ts'
import { type Colour, contrastOf, readColour } from './readColour.ts'

const root = document.documentElement
const value = (name: string) => root.style.getPropertyValue(name)

beforeEach(() => {
  root.removeAttribute('style')
  delete root.dataset.theme
})

describe('applyTheme', () => {
  test('behavior: applies the mode, the accent and the border radius', () => {
    applyTheme({
      themeMode: 'dark',
      themeVariables: { '--apkt-accent': '#8ea2ff', '--w3m-border-radius-master': '2px' },
    })
    expect(root.dataset.theme).toBe('dark')
    expect(value('--accent')).toBe('rgb(142 162 255)')
    expect(value('--on-accent')).toBe('rgb(16 18 24)')
    expect(value('--radius')).toBe('2px')
    applyTheme({ themeMode: 'light', themeVariables: {} })
    expect([value('--accent'), value('--radius')]).toEqual(['', ''])
  })

  test.each(['light', 'dark'] as const)(
    'behavior: any accent has enough contrast on %s, and so has text on the accent',
    (themeMode) => {
      const ground: Colour = themeMode === 'light' ? [255, 255, 255] : [23, 23, 21]
      for (const redAndBlue of ['00', '40', '80', 'c0', 'ff'])
        for (const green of ['00', '55', 'aa', 'ff']) {
          applyTheme({
            themeMode,
            themeVariables: { '--apkt-accent': `#${redAndBlue}${green}${redAndBlue}` },
          })
          const read = (name: string) => value(name).match(/\d+/g)?.map(Number) as unknown as Colour
          expect(contrastOf(read('--accent'), ground)).toBeGreaterThanOrEqual(4.5)
          expect(contrastOf(read('--accent'), read('--on-accent'))).toBeGreaterThanOrEqual(4.4)
        }
    },
  )

  test.each([
    'red;}body{display:none',
    'url(https://evil.example/x)',
    'var(--ground)',
    'transparent',
    'rgb(0 0 0 / 0)',
    '#1234567',
    'expression(alert(1))',
  ])('error: %s is not a valid accent', (accent) => {
    applyTheme({
      themeMode: 'light',
      themeVariables: {
        '--apkt-accent': accent,
        '--apkt-background': '#000',
        '--apkt-font-family': 'evil',
        '--apkt-border-radius-master': '9999px',
      },
    })
    expect(root.getAttribute('style') ?? '').toBe('')
    expect(readColour(accent)).toBeUndefined()
  })
})
