import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseIcon, parseName } from '@portico/protocol'
import { hostileIcons, hostileNames } from '@portico/testkit/hostile'
import { describe, expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const file = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors', 'nasty-strings/nasty.json')
const isSkipped = !existsSync(file) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)

interface NastyString {
  category: string
  where: string
  value: string
}
const readNasty = () => (JSON.parse(readFileSync(file, 'utf8')) as { cases: NastyString[] }).cases

describe('parseName', () => {
  test.each([
    ['Uniswap', 'Uniswap'],
    ['Café Zürich', 'Café Zürich'],
    ['  two\n\n lines\t', 'two lines'],
    ['Uni\u200bswap', 'Uniswap'],
    ['Wallet \u202egnp.exe', 'Wallet gnp.exe'],
    ['Wal\u0000let\u001b[31m', 'Wallet[31m'],
    ['Wallet \ud800', 'Wallet'],
    ['W'.repeat(100), 'W'.repeat(64)],
    ['👻'.repeat(100), '👻'.repeat(64)],
    ['\u0928\u0940\u200d\u0915', '\u0928\u0940\u200d\u0915'],
    ['Uni\u0301\u200d', 'Uni\u0301'],
    ['\u200b\ufeff\u2800 \u3164', undefined],
    [42, undefined],
  ])('behavior: %j', (value, name) => {
    expect(parseName(value)).toBe(name)
  })

  test('behavior: hostile names become one line of limited length without invisible characters', () => {
    for (const value of Object.values(hostileNames)) expectHarmless(parseName(value))
  })

  vectorTest(`behavior: published nasty strings${reason}`, () => {
    const names = readNasty().filter(({ where }) => where !== 'icon')
    expect(names.length).toBeGreaterThan(200)
    for (const { category, where, value } of names) {
      const name = parseName(value)
      expectHarmless(name)
      if (category === 'good' && where === 'name') expect(name).toBe(value)
    }
  })

  function expectHarmless(name: string | undefined) {
    if (name === undefined) return
    expect(Array.from(name).length).toBeLessThanOrEqual(64)
    expect(name).not.toBe('')
    expect(name.replace(/(\p{M})[\u200c\u200d](?=\p{L})/gu, '$1')).not.toMatch(
      /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|\p{M}{5}| {2}|^ | $/u,
    )
  }
})

describe('parseIcon', () => {
  test('behavior: images are returned unchanged', () => {
    const icon = 'data:image/png;base64,iVBORw0KGgo='
    expect(parseIcon(icon)).toBe(icon)
    expect(parseIcon(`\n ${icon} `)).toBe(icon)
  })

  test('behavior: escapes characters that could end an attribute or url()', () => {
    expect(parseIcon(`data:image/svg+xml;utf8,<svg a="b" c='d' e="url(#f)"/>`)).toBe(
      'data:image/svg+xml;utf8,%3Csvg%20a=%22b%22%20c=%27d%27%20e=%22url%28#f%29%22/%3E',
    )
  })

  test.each([
    'https://example.com/i.png',
    '//example.com/i.png',
    'javascript:alert(1)',
    'data:text/html,<script>',
    'data:image/png;x=";base64,AAAA',
    'data:image/png,',
    'data:image/bmp;base64,AAAA',
    `data:image/png;base64,${'A'.repeat(256 * 1024)}`,
    '',
    null,
    {},
  ])('error: %.40s is none', (icon) => {
    expect(parseIcon(icon)).toBeUndefined()
  })

  test('behavior: hostile icons', () => {
    for (const icon of Object.values(hostileIcons)) expectHarmless(parseIcon(icon))
  })

  vectorTest(`behavior: published nasty icons${reason}`, () => {
    const icons = readNasty().filter(({ where }) => where === 'icon')
    expect(icons.length).toBeGreaterThan(40)
    for (const { category, value } of icons) {
      const icon = parseIcon(value)
      expectHarmless(icon)
      if (category === 'good' && value.startsWith('data:')) expect(icon).toBe(value)
    }
  })

  function expectHarmless(icon: string | undefined) {
    if (icon !== undefined) expect(icon).toMatch(/^data:image\/[^\s"'()<>\\]+$/i)
  }
})
