import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { palette } from './palette.ts'

describe('palette', () => {
  test('behavior: without input it equals buttonTokens.css and cardTokens.css', () => {
    const css = ['./buttonTokens.css', './cardTokens.css']
      .map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'))
      .join('\n')
    const light = palette('light', {})
    const dark = palette('dark', {})
    const [lightRule, explicitDark, systemDark] = [
      /^:host \{[^}]*\}/gm,
      /^:host\(\[data-theme="dark"\]\) \{[^}]*\}/gm,
      /:host\(:not\(\[data-theme="light"\]\)\) \{[^}]*\}/g,
    ].map((block) => css.match(block)?.join('\n') ?? '')
    for (const [name, value] of Object.entries(light)) expect(lightRule).toContain(`--p-${name}: ${value};`)
    for (const [name, value] of Object.entries(dark)) {
      expect(explicitDark).toContain(`--p-${name}: ${value};`)
      expect(systemDark).toContain(`--p-${name}: ${value};`)
    }
    // Bundlers transpile light-dark() into code that does not work in a shadow root's style sheet.
    expect(css.replace(/\/\*[\s\S]*?\*\//g, '')).not.toContain('light-dark(')
  })

  test('behavior: the styles of the buttons use no token that is loaded with the modal', () => {
    const folder = new URL('./buttons/', import.meta.url)
    const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))
    const read = (url: URL) => readFileSync(url, 'utf8')
    const used = styles.flatMap((name) => read(new URL(name, folder)).match(/--p-[\w-]+/g) ?? [])
    expect(used).toContain('--p-accent')
    const tokens = read(new URL('./buttonTokens.css', import.meta.url))
    expect(used.filter((name) => !tokens.includes(`${name}:`))).toEqual([])
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
