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

  // The accents of the demo, and extreme ones.
  const accents = ['#7048e8', '#d6336c', '#e8590c', '#0f7a55', '#25262b', '#000', '#fff', '#ff0', '#0000a0']
  test.each(accents)(
    'behavior: the main button in the accent %s stands out from the card, and its text from it',
    (accent) => {
      for (const mode of ['light', 'dark'] as const) {
        for (const background of [undefined, '#000', '#fff', '#777']) {
          const colors = palette(mode, { accent, background })
          const button = colors['accent-ring'] ?? ''
          expect(ratio(button, colors.bg ?? '')).toBeGreaterThanOrEqual(3)
          expect(ratio(button, colors['on-accent-ring'] ?? '')).toBeGreaterThanOrEqual(4.5)
        }
      }
    },
  )

  test('behavior: the main button and the checkbox of the modal use the accent that stands out', () => {
    const read = (name: string) => readFileSync(new URL(`./modal/styles/${name}`, import.meta.url), 'utf8')
    const styles = ['parts.css', 'connect.css', 'views.css'].map(read).join('\n')
    expect(styles).not.toContain('var(--p-accent)')
    expect(styles).not.toContain('var(--p-on-accent)')
    const [button = ''] = styles.match(/^\.btn\[data-kind="main"\] \{[^}]*\}/m) ?? []
    expect(button).toContain('background: var(--p-accent-ring);')
    expect(button).toContain('color: var(--p-on-accent-ring);')
  })
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
