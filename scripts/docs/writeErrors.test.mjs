import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems as gateway } from '../../apps/gateway/src/infra/http/problems.ts'
import { problems as vault } from '../../apps/vault/src/problems/problems.ts'
import { root } from '../bootstrap.mjs'
import { writeErrors } from './writeErrors.mjs'

const pages = writeErrors({ gateway, vault })
const sources = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'apps/*/src/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !/\.test\.|\/testing\//.test(file))

describe('writeErrors', () => {
  test('behavior: every code of an error class and every alert has a page with cause and remedy', () => {
    const codes = sources.flatMap((file) =>
      [
        ...readFileSync(join(root, file), 'utf8').matchAll(/^ {2}static (?:override )?code = '([\w-]+)'/gm),
      ].map(([, code]) => code),
    )
    const alerts = readFileSync(join(root, 'packages/core/src/alert.ts'), 'utf8').matchAll(
      /^ {2}\| '([\w-]+)'/gm,
    )
    const all = [...codes, ...[...alerts].map(([, id]) => id), ...Object.keys(gateway), ...Object.keys(vault)]
    expect(all.length).toBeGreaterThan(150)
    const isComplete = (code) =>
      /\*\*Cause\.\*\* .+\n\n\*\*Remedy\.\*\* .+/.test(pages[`errors/${code}.md`] ?? '')
    expect(all.filter((code) => !isComplete(code))).toEqual([])
  })

  test('behavior: the list has every page', () => {
    const listed = [...pages['errors/index.md'].matchAll(/\]\(\/(errors\/[\w-]+)\) \|/g)].map(
      ([, page]) => `${page}.md`,
    )
    expect(new Set(listed)).toEqual(new Set(Object.keys(pages).filter((page) => page !== 'errors/index.md')))
  })
})
