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

  test('behavior: allows packages below, own files and installed packages', () => {
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
    ['a side effect', `import '@portico/core'`],
    ['a re-export', `export { core } from '@portico/core'`],
    ['a re-export of everything', `export * from '@portico/core'`],
    ['a lazy import', `export const x = () => import('@portico/core')`],
    ['a lazy import in backticks', 'export const x = () => import(`@portico/core`)'],
  ])('error: %s from a package above', (_, line) => {
    expect(find({ 'packages/protocol/src/a.ts': `// first line\n${line}` })).toEqual([
      'packages/protocol/src/a.ts:2 imports @portico/core: protocol may import no other package.',
    ])
  })

  test.each([
    ['@portico/core', 'gateway may import only protocol.'],
    ['@portico/protocol/src/caip.ts', 'import the package, not a file inside it.'],
    ['@portico/protocol/dist', 'import the package, not a file inside it.'],
    ['@portico/gateway', 'import the file: this is the own package.'],
    [
      '../../../packages/protocol/src/caip.ts',
      'a relative path must not leave its package: import the package.',
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

  test('param: onServers lists packages that may import Node modules', () => {
    const file = join(root, 'packages/core/src/a.ts')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `import { join } from 'node:path'`)
    expect(findImportViolations({ root, mayImport, forTests: [], onServers: ['core'] })).toEqual([])
  })

  test('error: a test package in product code', () => {
    expect(find({ 'packages/core/src/a.ts': `import '@portico/testkit'` })).toEqual([
      'packages/core/src/a.ts:1 imports @portico/testkit: core may import only protocol.',
    ])
  })

  test('error: a package without a row', () => {
    expect(find({ 'packages/new/src/a.ts': '' })).toEqual([
      'packages/new is not in the table of scripts/check-imports.mjs: add a row with the packages it may import.',
    ])
  })

  test('error: a file that cannot be parsed', () => {
    expect(() => find({ 'packages/core/src/a.ts': 'import {' })).toThrow(/a\.ts cannot be parsed: /)
  })

  describe('layers', () => {
    const layers = { gateway: ['infra', 'chains/evm, chains/solana', 'chains', 'modules'] }
    const check = (file, line) => {
      const path = join(root, 'apps/gateway/src', file)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, line)
      return findImportViolations({ root, mayImport, forTests: [], layers })
    }

    test.each([
      ['modules/a/a.ts', `import { b } from '../b/b.ts'`],
      ['modules/a.ts', `import { b } from '../infra/b.ts'`],
      ['chains/all.ts', `import { b } from './evm/b.ts'`],
      ['server.ts', `import { b } from './modules/b.ts'`],
      ['infra/a.test.ts', `import { b } from '../modules/b.ts'`],
      ['infra/testing/a.ts', `import { b } from '../../modules/b.ts'`],
    ])('behavior: %s may hold %s', (file, line) => {
      expect(check(file, line)).toEqual([])
    })

    test.each([
      ['infra/a.ts', `import { b } from '../modules/b.ts'`, 'infra is a lower layer than modules'],
      ['infra/a.ts', `import type { B } from '../chains/evm/b.ts'`, 'infra is a lower layer than chains/evm'],
      ['chains/evm/a.ts', `import { b } from '../all.ts'`, 'chains/evm is a lower layer than chains:'],
      ['chains/evm/a.ts', `export { b } from '../solana/b.ts'`, 'chains/evm and chains/solana are siblings'],
      ['infra/a.ts', `import { b } from '../server.ts'`, 'infra may import only the layers below it'],
    ])('error: %s with %s', (file, line, reason) => {
      expect(check(file, line).join()).toContain(reason)
    })
  })
})
