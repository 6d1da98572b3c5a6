import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseIcon, parseName } from '@portico/protocol'
import { garbageAccounts, garbageChainIds, hostileIcons, hostileNames } from '@portico/testkit/hostile'
import { describe, expect, test } from 'vitest'
import { parseAccounts } from './parseAccounts.ts'
import { parseAnnouncement } from './parseAnnouncement.ts'
import { parseChainId } from './parseChainId.ts'

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

const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

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

  test('behavior: hostile names are bounded, one line, and hold nothing that is not seen', () => {
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
  test('behavior: pictures pass as they are', () => {
    const icon = 'data:image/png;base64,iVBORw0KGgo='
    expect(parseIcon(icon)).toBe(icon)
    expect(parseIcon(`\n ${icon} `)).toBe(icon)
  })

  test('behavior: what could end an attribute or url() is escaped', () => {
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

describe('parseChainId', () => {
  test.each([
    ['0x7a69', 31337],
    ['0x7A69', 31337],
    ['31337', 31337],
    [31337, 31337],
    ['0x0000000000007a69', 31337],
    ['0x1fffffffffffff', Number.MAX_SAFE_INTEGER],
    ['0x20000000000000', undefined],
    ['9007199254740992', undefined],
    ['0x0', undefined],
    [0, undefined],
    [-1, undefined],
    ['1e3', undefined],
    [' 1', undefined],
    ['0x7a69\n', undefined],
    [1n, undefined],
  ])('behavior: %s', (value, id) => {
    expect(parseChainId(value)).toBe(id)
  })

  test('behavior: garbage is undefined or the one chain it may mean', () => {
    for (const value of Object.values(garbageChainIds))
      expect([31337, undefined]).toContain(parseChainId(value))
  })
})

describe('parseAccounts', () => {
  test('behavior: addresses only, each once, in order', () => {
    expect(parseAccounts([address, 'x', null, address.toLowerCase(), `0x${'1'.repeat(40)}`])).toEqual([
      { address, type: 'eoa' },
      { address: `0x${'1'.repeat(40)}`, type: 'eoa' },
    ])
  })

  test('behavior: garbage gives well-formed accounts, at most 100', () => {
    for (const value of Object.values(garbageAccounts)) {
      const accounts = parseAccounts(value) ?? []
      expect(accounts.length).toBeLessThanOrEqual(100)
      for (const account of accounts) expect(account.address).toMatch(/^0x[0-9a-f]{40}$/i)
    }
    expect(parseAccounts(garbageAccounts['ten thousand'])).toHaveLength(100)
  })

  test('error: no list', () => {
    expect(parseAccounts(address)).toBeUndefined()
    expect(parseAccounts({ 0: address, length: 1 })).toBeUndefined()
    expect(parseAccounts(hostileList())).toBeUndefined()
  })
})

describe('parseAnnouncement', () => {
  const provider = { request: () => undefined }
  const info = { uuid: 'u', name: 'Dev', icon: '', rdns: 'dev.wallet' }

  test('behavior: the id is the rdns, else made of the name', () => {
    expect(parseAnnouncement({ info, provider })).toEqual({
      id: 'dev.wallet',
      uuid: 'u',
      name: 'Dev',
      icon: undefined,
      rdns: 'dev.wallet',
      provider,
    })
    const odd = parseAnnouncement({ info: { ...info, rdns: '<b>' }, provider })
    expect([odd?.id, odd?.rdns]).toEqual(['announced:dev', undefined])
  })

  test.each([
    ['no name', { info: { ...info, name: ' \u200b' }, provider }],
    ['a long rdns', { info: { ...info, rdns: 'a.'.repeat(100) }, provider }],
    ['a long uuid', { info: { ...info, uuid: 'a'.repeat(200) }, provider }],
    ['a provider that throws', { info, provider: hostileList() }],
    ['nothing', undefined],
  ])('error: %s', (_, detail) => {
    expect(parseAnnouncement(detail)).toBeUndefined()
  })
})

function hostileList(): object {
  const no = () => {
    throw new Error('touched')
  }
  return new Proxy([], { get: no, has: no, ownKeys: no, getPrototypeOf: no })
}
