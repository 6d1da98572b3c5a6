import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { checkPackages } from './checkPackages.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Writes manifests: folder → fields. */
function install(manifests: Record<string, object>): string {
  const root = mkdtempSync(join(tmpdir(), 'portico-doctor-'))
  folders.push(root)
  for (const [path, manifest] of Object.entries(manifests)) {
    const file = join(root, path, 'package.json')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(manifest))
  }
  return root
}

const react = {
  version: '0.1.0',
  dependencies: { '@portico/core': '0.1.0' },
  peerDependencies: { react: '>=18' },
}
const fine = {
  '.': { dependencies: { '@portico/react': '0.1.0', react: '19' }, devDependencies: { hardhat: '3' } },
  'node_modules/@portico/react': react,
  'node_modules/@portico/core': { version: '0.1.0', dependencies: { viem: '>=2.37 <3' } },
  'node_modules/react': { version: '19.3.1' },
  'node_modules/viem': { version: '2.57.1' },
  // A tool's own copy is never part of the page.
  'node_modules/hardhat': { version: '3.0.0', dependencies: { viem: '2.30.0' } },
  'node_modules/hardhat/node_modules/viem': { version: '2.30.0' },
}

describe('checkPackages', () => {
  test('behavior: nothing to complain about', () => {
    expect(checkPackages({ folder: install(fine) })).toEqual([
      { name: 'packages', status: 'ok', message: '2 of ours, each package once, versions match.' },
    ])
  })

  test('behavior: two copies of viem, of react and of the core', () => {
    const folder = install({
      ...fine,
      'node_modules/@portico/core/node_modules/viem': { version: '2.56.0' },
      '.': { dependencies: { '@portico/react': '0.1.0', react: '19', viem: '2.57.1', lib: '1' } },
      'node_modules/lib': { version: '1.0.0', dependencies: { '@portico/core': '0.0.9', react: '18' } },
      'node_modules/lib/node_modules/@portico/core': { version: '0.0.9' },
      'node_modules/lib/node_modules/react': { version: '18.3.1' },
    })
    const checks = checkPackages({ folder })
    expect(checks.map(({ name, status }) => `${status} ${name}`)).toEqual([
      'problem package @portico/core',
      'problem package react',
      'problem package viem',
      'problem versions',
    ])
    expect(checks[2]?.message).toBe(
      'It is installed 2 times: 2.56.0 in node_modules/@portico/core/node_modules/viem, 2.57.1 in node_modules/viem. The page loads both, and their types do not fit each other.',
    )
    expect(checks[3]?.message).toBe(
      'The packages of Portico have different versions: @portico/core 0.0.9 beside 0.1.0.',
    )
  })

  test('behavior: peers that are missing or too old; optional ones may be missing', () => {
    const folder = install({
      ...fine,
      '.': { dependencies: { '@portico/react': '0.1.0', '@portico/wagmi': '0.1.0', react: '17' } },
      'node_modules/react': { version: '17.0.2' },
      'node_modules/@portico/wagmi': {
        version: '0.1.0',
        peerDependencies: { wagmi: '^2.19 || ^3.7', '@wagmi/core': '^2.22' },
        peerDependenciesMeta: { '@wagmi/core': { optional: true } },
      },
    })
    expect(
      checkPackages({ folder })
        .map(({ message }) => message)
        .sort(),
    ).toEqual([
      '@portico/react needs react >=18, but 17.0.2 is installed.',
      '@portico/wagmi needs wagmi ^2.19 || ^3.7, which is not installed.',
    ])
  })

  test('behavior: in a store of pnpm, links to one folder are one copy', () => {
    const store = 'node_modules/.pnpm'
    const folder = install({
      '.': { dependencies: { '@portico/react': '0.1.0', viem: '2' } },
      [`${store}/react@0.1.0/node_modules/@portico/react`]: { version: '0.1.0', dependencies: { viem: '2' } },
      [`${store}/viem@2.57.1/node_modules/viem`]: { version: '2.57.1' },
      // Left behind by an older install; nothing leads to it.
      [`${store}/viem@2.1.0/node_modules/viem`]: { version: '2.1.0' },
    })
    mkdirSync(join(folder, 'node_modules/@portico'))
    symlinkSync(
      join(folder, store, 'react@0.1.0/node_modules/@portico/react'),
      join(folder, 'node_modules/@portico/react'),
    )
    for (const from of ['node_modules', `${store}/react@0.1.0/node_modules`])
      symlinkSync(join(folder, store, 'viem@2.57.1/node_modules/viem'), join(folder, from, 'viem'))
    expect(checkPackages({ folder })).toMatchObject([{ status: 'ok' }])
  })

  test('behavior: says what it cannot check', () => {
    const empty = install({})
    expect(checkPackages({ folder: empty })).toMatchObject([
      { status: 'skipped', message: 'There is no package.json in this folder.' },
    ])
    writeFileSync(join(empty, 'package.json'), 'broken')
    expect(checkPackages({ folder: empty })).toMatchObject([{ status: 'skipped' }])
    const bare = install({ '.': { dependencies: { '@portico/react': '1' } } })
    expect(checkPackages({ folder: bare })).toMatchObject([
      { status: 'skipped', message: 'No package of Portico is installed here.' },
    ])
    writeFileSync(join(bare, '.pnp.cjs'), '')
    expect(checkPackages({ folder: bare })).toMatchObject([
      { message: expect.stringContaining('Plug’n’Play') },
    ])
  })
})
