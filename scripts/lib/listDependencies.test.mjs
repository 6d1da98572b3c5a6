import { describe, expect, test } from 'vitest'
import { listDependencies } from './listDependencies.mjs'

const packages = {
  '': { devDependencies: { linter: '1' } },
  'apps/one': { dependencies: { '@own/base': '1', web: '2' }, devDependencies: { tester: '1' } },
  'packages/base': { dependencies: { deep: '1' }, optionalDependencies: { absent: '1' } },
  'node_modules/@own/base': { resolved: 'packages/base', link: true },
  'node_modules/web': { dependencies: { deep: '2' }, peerDependencies: { peer: '1', extra: '1' } },
  'node_modules/web/node_modules/deep': { version: '2' },
  'node_modules/deep': { version: '1' },
  'node_modules/peer': {},
  'node_modules/extra': {},
  'node_modules/tester': {},
  'node_modules/linter': {},
}
packages['node_modules/web'].peerDependenciesMeta = { extra: { optional: true } }

describe('listDependencies', () => {
  test('behavior: follows links and nested versions, and leaves out development and optional peers', () => {
    expect(listDependencies({ packages, workspaces: ['apps/one'] })).toEqual([
      'apps/one',
      'node_modules/@own/base',
      'node_modules/deep',
      'node_modules/peer',
      'node_modules/web',
      'node_modules/web/node_modules/deep',
      'packages/base',
    ])
  })

  test('param: without leaves out a package and what only it needs', () => {
    const paths = listDependencies({ packages, workspaces: ['apps/one'], without: ['web'] })
    expect(paths).toEqual(['apps/one', 'node_modules/@own/base', 'node_modules/deep', 'packages/base'])
  })

  test('error: a package that the lock file does not have', () => {
    const broken = { 'apps/one': { dependencies: { gone: '1' } } }
    expect(() => listDependencies({ packages: broken, workspaces: ['apps/one'] })).toThrow(
      'package-lock.json has no gone, which apps/one needs.',
    )
  })
})
