import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'
import { findTests, hasTest } from './lib/hasTest.mjs'

const read = (file) => readFileSync(join(root, file), 'utf8')
const document = read('docs/specification.md')
const open = 'not implemented yet'

/** The rows of the tables: the section they are in, and their cells. */
const rows = []
let section = ''
for (const line of document.split('\n')) {
  section = /^## (\d)\. /.exec(line)?.[1] ?? section
  if (!line.startsWith('| ') || line.startsWith('| Rule |')) continue
  const cells = line.slice(2, -2).split(' | ')
  rows.push({ section, cells, rule: cells[0], files: cells[1], tests: cells[2] })
}
const built = rows.filter(({ tests }) => tests !== open)
const name = ({ section, rule }) => `§${section} ${rule}`
const pathsIn = (cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, path]) => path)
describe('docs/specification.md', () => {
  test('behavior: every row has three cells, and every section has rows', () => {
    expect(rows.filter(({ cells }) => cells.length !== 3).map(name)).toEqual([])
    expect(new Set(rows.map(({ section }) => section))).toEqual(new Set('123456789'))
    expect(rows.length).toBeGreaterThan(200)
  })

  test('behavior: every rule has a test, or is marked as not implemented', () => {
    const untested = built.filter(({ tests }) => findTests(tests).length === 0)
    expect(untested.map(name)).toEqual([])
    // Nothing but tests is named, so that no file without a title passes as one.
    const others = built.filter(
      ({ tests }) => tests.replace(/`[^`]+`: “[^”]+”/g, '').replaceAll(', ', '') !== '',
    )
    expect(others.map(name)).toEqual([])
  })

  test('behavior: every test exists under its title and is not skipped', () => {
    const missing = built.flatMap((row) => findTests(row.tests).filter((one) => !hasTest(one)))
    expect(missing.map(({ file, title }) => `${file}: ${title}`)).toEqual([])
  })

  test('behavior: every file exists, and holds the values and texts of the rule', () => {
    const wrong = built.flatMap((row) => {
      const paths = pathsIn(row.files)
      const missing = paths.filter((path) => !existsSync(join(root, path)))
      if (paths.length === 0 || missing.length > 0) return [`${name(row)}: ${missing}`]
      const text = paths.map(read).join('\n')
      const values = [...row.rule.matchAll(/`([^`]+)`|“([^”]+)”/g)].map(
        ([, code, sentence]) => code ?? sentence,
      )
      return values.filter((value) => !text.includes(value)).map((value) => `${value} is not in ${paths}`)
    })
    expect(wrong).toEqual([])
  })
})
