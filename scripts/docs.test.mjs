import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { root } from './bootstrap.mjs'

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' })
  .split('\n')
  // The changelog names files as they were. The handbook's links are those of its site, which has a check of its own.
  .filter((file) => file && file !== 'CHANGELOG.md' && !file.startsWith('docs/site/pages/'))
const read = (file) => readFileSync(join(root, file), 'utf8')

describe('documents', () => {
  test.each(documents)('behavior: the links of %s lead to files', (file) => {
    const links = [...read(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(([, link]) => link)
    expect(links.filter((link) => !existsSync(join(root, dirname(file), link)))).toEqual([])
  })

  test.each(documents)('behavior: the paths named in %s exist', (file) => {
    // In code spans: from the root of the repository, from a package (`core/src/…`), or from the document (`src/…`).
    const spans = [...read(file).matchAll(/`([a-z][\w-]*\/[\w./-]+)`/g)].map(([, path]) => path)
    const paths = spans.filter((path) =>
      /^(packages|apps|scripts|docs|e2e|bench|deploy|src|[\w-]+\/src)\//.test(path),
    )
    const homes = ['', 'packages', 'apps', dirname(file)]
    const find = (path) => homes.some((home) => existsSync(join(root, home, path)))
    expect(paths.filter((path) => !path.includes('dist') && !find(path))).toEqual([])
  })

  test('behavior: texts and constants of docs/behaviour.md stand in the files it names', () => {
    const rows = [...read('docs/behaviour.md').matchAll(/^\| (.+?) \| `([^`|]+)` \|$/gm)]
    const wrong = rows.flatMap(([, cells, file]) => {
      const value = /^"(.+)"$/.exec(cells)?.[1] ?? /\| `([^`]+)`(?: ms)?$/.exec(cells)?.[1]
      return value === undefined || read(file).includes(value) ? [] : [`${value} is not in ${file}`]
    })
    expect(rows.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })
})
