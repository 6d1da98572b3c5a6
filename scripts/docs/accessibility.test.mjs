import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { findTests, hasTest } from '../lib/hasTest.mjs'

const page = readFileSync(join(root, 'docs/site/pages/accessibility.md'), 'utf8')
const rows = page.split('\n').filter((line) => /^\| \d/.test(line))

describe('accessibility statement', () => {
  test('behavior: every criterion of levels A and AA has a row that says how it is met', () => {
    // 1.2.1 to 1.2.5 share a row: 55 criteria.
    expect(rows.length).toBe(51)
    expect(rows.filter((row) => !/^\| [\d.–]+ .+ \((A|AA|A, AA)\) \| /.test(row))).toEqual([])
    expect(rows.filter((row) => row.split(' | ').length !== 3)).toEqual([])
  })

  test('behavior: every row names a test, or says that there is none', () => {
    const bare = rows.filter(
      (row) => findTests(row).length === 0 && !/\| (review|does not apply) \|$/.test(row),
    )
    expect(bare).toEqual([])
  })

  test('behavior: every named test exists and is not skipped', () => {
    const named = findTests(page)
    expect(named.length).toBeGreaterThan(25)
    expect(named.filter((one) => !hasTest(one))).toEqual([])
  })
})
