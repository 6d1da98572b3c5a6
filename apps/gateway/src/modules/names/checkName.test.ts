import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkName } from './checkName.ts'
import { normalizeName } from './normalizeName.ts'

const rules = { zone: 'portico.local', unicode: false }
const check = (label: string, more = {}) =>
  checkName({ name: `${label}.portico.local`, rules: { ...rules, ...more } })

describe('checkName', () => {
  test.each(['alice', 'a-b', 'abc', '123', 'x'.repeat(64)])('behavior: %s is allowed', (label) => {
    expect(check(label)).toEqual({ ok: true, label })
  })

  test.each([
    ['ab', 'name-invalid'],
    ['x'.repeat(65), 'name-invalid'],
    ['Alice', 'name-invalid'],
    ['-alice', 'name-invalid'],
    ['alice-', 'name-invalid'],
    ['al--ice', 'name-invalid'],
    ['xn--abc', 'name-invalid'],
    ['alice.bob', 'name-invalid'],
    ['älice', 'name-invalid'],
    ['al_ice', 'name-invalid'],
    ['ali ce', 'name-invalid'],
    ['аlice', 'name-invalid'],
    ['admin', 'name-reserved'],
    ['portico', 'name-reserved'],
    ['fuck', 'name-reserved'],
    ['f-u-c-k', 'name-reserved'],
  ])('error: %s: %s', (label, code) => {
    expect(check(label)).toMatchObject({ ok: false, code })
  })

  test('error: a name of another zone, or the zone itself', () => {
    for (const name of [
      'alice.eth',
      'portico.local',
      'alice',
      'alice.portico.local.',
      'xportico.local',
      '',
    ]) {
      expect(checkName({ name, rules })).toMatchObject({ ok: false, code: 'name-invalid' })
    }
  })

  test('param: unicode', () => {
    expect(check('müller', { unicode: true })).toMatchObject({ ok: true })
    expect(check('日本語', { unicode: true })).toMatchObject({ ok: true })
    // Looks like "alice", but has a Cyrillic а.
    expect(check('аlice', { unicode: true })).toMatchObject({ ok: false, code: 'name-invalid' })
    expect(check('日'.repeat(64), { unicode: true })).toMatchObject({ ok: true })
    expect(check('😀'.repeat(64), { unicode: true })).toMatchObject({ ok: false, code: 'name-invalid' })
    expect(check('MÜLLER', { unicode: true })).toMatchObject({ ok: false, code: 'name-invalid' })
    expect(check('al\u200dice', { unicode: true })).toMatchObject({ ok: false, code: 'name-invalid' })
  })
})

const folder = join(
  process.env.VECTORS_DIR ?? join(import.meta.dirname, '../../../../../../shared/vectors'),
  'ensip-15',
)
const isThere = existsSync(folder)

describe.skipIf(!isThere && !process.env.CI)(
  `normalizeName by the vectors of ENSIP-15${isThere ? '' : ' (skipped: VECTORS_DIR is not there)'}`,
  () => {
    test('behavior: every published case', () => {
      type Case = { name: string; norm?: string; error?: boolean }
      const [, ...cases] = JSON.parse(
        gunzipSync(readFileSync(join(folder, 'tests.json.gz'))).toString('utf8'),
      ) as Case[]
      expect(cases.length).toBeGreaterThan(38_000)
      const wrong = cases.filter(
        ({ name, norm, error }) => normalizeName(name) !== (error ? undefined : (norm ?? name)),
      )
      expect(wrong).toEqual([])
    })
  },
)
