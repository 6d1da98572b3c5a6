import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { problems as gateway } from '../../apps/gateway/src/infra/http/problems.ts'
import { problems as vault } from '../../apps/vault/src/problems/problems.ts'
import { viewCopy } from '../../packages/react/src/viewCopy.ts'
import { root } from '../bootstrap.mjs'
import { readMessages } from './readMessages.mjs'
import { writeErrors } from './writeErrors.mjs'

const sources = execFileSync('git', ['ls-files', 'packages/*/src/*.ts', 'apps/*/src/*.ts'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && !/\.test\.|\/testing\//.test(file))
const messages = readMessages({ files: sources.map((file) => join(root, file)), texts: viewCopy })
const pages = writeErrors({ gateway, vault, messages })

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

  test('behavior: a page has the message that developers see, so that searching for it finds the page', () => {
    expect(pages['errors/missing-app-kit.md']).toContain('“Please call createAppKit before using a hook”')
    expect(pages['errors/invalid-project-id.md']).toContain('“Invalid Project ID: The gateway does not')
    const sections = pages['errors/network-not-found.md'].split('\n## ')
    expect(sections[1]).toContain('“Network with ID … not found”')
    expect(sections[2]).toContain('“Network Not Found: The gateway does not support')
    expect(Object.keys(messages.kit).length).toBeGreaterThan(40)
    expect(pages['errors/frame-timeout.md']).toContain('**Name.** `FrameTimeoutError`')
    expect(Object.keys(messages.names).length).toBeGreaterThan(40)
  })

  test('behavior: the list has every page', () => {
    const listed = [...pages['errors/index.md'].matchAll(/\]\(\/(errors\/[\w-]+)\) \|/g)].map(
      ([, page]) => `${page}.md`,
    )
    expect(new Set(listed)).toEqual(new Set(Object.keys(pages).filter((page) => page !== 'errors/index.md')))
  })
})
