import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findImportViolations } from './findImportViolations.mjs'

const mayImport = { protocol: [], core: ['protocol'], testkit: ['protocol'], gateway: ['protocol'] }

describe('findImportViolations', () => {
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portico-imports-'))
    for (const group of ['packages', 'apps']) mkdirSync(join(root, group))
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const find = (files) => {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(root, path)), { recursive: true })
      writeFileSync(join(root, path), text)
    }
    return findImportViolations({ root, mayImport, forTests: ['testkit'] })
  }

  test('behavior: down, inside and outside are fine', () => {
    const files = {
      'packages/core/src/a.ts': `import { caip } from '@portico/protocol'
        import { b } from './deep/b.ts'
        import type { Z } from 'zod'
        export const lazy = () => import('@portico/protocol/rpc')`,
      'packages/core/src/deep/b.tsx': `export { a } from '../a.ts'`,
      'packages/core/src/a.test.ts': `import { wallet } from '@portico/testkit'
        import { readFileSync } from 'node:fs'
        import { start } from '../test/start.ts'`,
      'packages/core/dist/a.ts': `import '@portico/gateway'`,
      'packages/core/node_modules/x/a.ts': `import '@portico/gateway'`,
      'apps/gateway/src/server.ts': `import { createServer } from 'node:http'`,
    }
    expect(find(files)).toEqual([])
  })

  test.each([
    ['a value', `import { core } from '@portico/core'`],
    ['a type', `import type { Core } from '@portico/core'`],
    ['an effect', `import '@portico/core'`],
    ['a re-export', `export { core } from '@portico/core'`],
    ['all of it again', `export * from '@portico/core'`],
    ['a lazy import', `export const x = () => import('@portico/core')`],
    ['a lazy import in other quotes', 'export const x = () => import(`@portico/core`)'],
  ])('error: %s from above', (_, line) => {
    expect(find({ 'packages/protocol/src/a.ts': `// first line\n${line}` })).toEqual([
      'packages/protocol/src/a.ts:2 imports @portico/core: protocol may know no other package.',
    ])
  })

  test.each([
    ['@portico/core', 'gateway may know only protocol.'],
    ['@portico/protocol/src/caip.ts', 'import the package, not its inside.'],
    ['@portico/protocol/dist', 'import the package, not its inside.'],
    ['@portico/gateway', 'inside its own package, code imports the file.'],
    [
      '../../../packages/protocol/src/caip.ts',
      'a relative path may not leave its package: import the package.',
    ],
  ])('error: an app that imports %s', (specifier, reason) => {
    expect(find({ 'apps/gateway/src/a.ts': `import {} from '${specifier}'` })).toEqual([
      `apps/gateway/src/a.ts:1 imports ${specifier}: ${reason}`,
    ])
  })

  test('error: a Node module in a package for browsers', () => {
    expect(find({ 'packages/core/src/a.ts': `import { join } from 'node:path'` })).toEqual([
      'packages/core/src/a.ts:1 imports node:path: this code also runs in browsers, which have no Node modules.',
    ])
  })

  test('param: onServers names packages that may use them', () => {
    const file = join(root, 'packages/core/src/a.ts')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import { join } from 'node:path'`)
    expect(findImportViolations({ root, mayImport, forTests: [], onServers: ['core'] })).toEqual([])
  })

  test('error: the wallets of tests in code that ships', () => {
    expect(find({ 'packages/core/src/a.ts': `import '@portico/testkit'` })).toEqual([
      'packages/core/src/a.ts:1 imports @portico/testkit: core may know only protocol.',
    ])
  })

  test('error: a package nobody has placed', () => {
    expect(find({ 'packages/new/src/a.ts': '' })).toEqual([
      'packages/new is not in the table of scripts/check-imports.mjs: say there what it may know.',
    ])
  })

  test('error: a file that cannot be parsed', () => {
    expect(() => find({ 'packages/core/src/a.ts': 'import {' })).toThrow(/a\.ts cannot be parsed: /)
  })
})
