import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { palette } from './palette.ts'

describe('palette', () => {
  test('behavior: without input it equals tokens.css', () => {
    const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
    const light = palette('light', {})
    const dark = palette('dark', {})
    const [lightRule = '', explicitDark = '', systemDark = ''] = [
      /^:host \{[^}]*\}/m,
      /^:host\(\[data-theme="dark"\]\) \{[^}]*\}/m,
      /:host\(:not\(\[data-theme="light"\]\)\) \{[^}]*\}/,
    ].map((block) => block.exec(css)?.[0])
    for (const [name, value] of Object.entries(light)) expect(lightRule).toContain(`--p-${name}: ${value};`)
    for (const [name, value] of Object.entries(dark)) {
      expect(explicitDark).toContain(`--p-${name}: ${value};`)
      expect(systemDark).toContain(`--p-${name}: ${value};`)
    }
    // Bundlers transpile light-dark() into code that does not work in a shadow root's style sheet.
    expect(css.replace(/\/\*[\s\S]*?\*\//g, '')).not.toContain('light-dark(')
  })

  test.each(['#000', '#fff', '#ff0', '#7f7f7f', '#2f54eb', '#00ff88'])(
    'behavior: text on the accent %s has enough contrast in both modes',
    (accent) => {
      for (const mode of ['light', 'dark'] as const) {
        const { 'on-accent': text, accent: background } = palette(mode, { accent })
        expect(ratio(text ?? '', background ?? '')).toBeGreaterThanOrEqual(4.5)
      }
    },
  )
})

/** WCAG contrast ratio, computed independently of the code under test. */
function ratio(a: string, b: string): number {
  const luminance = (css: string) => {
    const [r = 0, g = 0, bl = 0] = (css.match(/[\d.]+/g) ?? []).map((part) => {
      const share = Number(part) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    return 0.2126 * r + 0.7152 * g + 0.0722 * bl
  }
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x)
  return (light + 0.05) / (dark + 0.05)
}
