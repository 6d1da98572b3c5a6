import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bundlePackages } from './bundlePackages.mjs'
import { chunkTable } from './chunkTable.mjs'

describe('bundlePackages', () => {
  let root
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))
  const entry = (source, output) => ({ '@portico/source': source, types: './x.d.ts', default: output })
  const manifests = {
    low: {
      name: '@portico/low',
      sideEffects: false,
      exports: {
        '.': entry('./src/index.ts', './dist/index.js'),
        './internal': { '@portico/source': './src/internal.ts', types: './dist/internal.d.ts' },
        './chunks/*': './dist/chunks/*',
      },
    },
    high: {
      name: '@portico/high',
      sideEffects: false,
      exports: {
        '.': entry('./src/index.ts', './dist/index.js'),
        './networks': entry('./src/networks/index.ts', './dist/networks/index.js'),
        './package.json': './package.json',
      },
      dependencies: { '@portico/low': '1.0.0', uqr: '1.0.0' },
      peerDependencies: { react: '>=18' },
    },
  }
  const files = {
    'low/src/index.ts': `export { createKit } from './createKit.ts'\nexport { connect } from './connect.ts'`,
    'low/src/internal.ts': `export { layout } from './layout.ts'\nexport { shared } from './shared.ts'`,
    'low/src/createKit.ts': `export const createKit = (name: string) => ({ name, storage: 'kit' })`,
    'low/src/connect.ts': `import { createKit } from './createKit.ts'
      export const connect = () => createKit('${'long'.repeat(400)}')`,
    'low/src/layout.ts': `export const layout = (wallets: string[]) => wallets.toSorted()`,
    'low/src/shared.ts': `export const shared = 'read by the modal and by the account'`,
    'high/src/index.ts': `'use client'\n\nexport { Button } from './Button.tsx'\nexport { connect } from '@portico/low'`,
    'high/src/Button.tsx': `import { useState } from 'react'
      import { createKit } from '@portico/low'
      export const font = new URL('./inter.woff2', import.meta.url)
      export const Button = () => <button onClick={() => import('./Modal.tsx')}>{useState(createKit('a'))[0].name}</button>`,
    'high/src/Modal.tsx': `import { layout, shared } from '@portico/low/internal'
      import css from './modal.css?inline'
      export const load = () => import('./Account.tsx').then(({ Account }) => Account)
      export const Modal = () => <style>{css + layout([]) + shared}</style>`,
    'high/src/Account.tsx': `import { renderSVG } from 'uqr'
      import { shared } from '@portico/low/internal'
      import { connect } from '@portico/low'
      export const Account = () => <i onClick={connect}>{shared + renderSVG('a')}</i>`,
    'high/src/modal.css': `:host { color: var(--portico-ink); }\n/* why */\n.row { inset-inline: 0px }`,
    'high/src/networks/index.ts': `export const mainnet = { id: 1 }`,
  }
  const table = [
    { name: 'page', roots: ['high/src/Button.tsx'] },
    { name: 'high/modal', roots: ['high/src/Modal.tsx'] },
    { name: 'high/account', roots: ['high/src/Account.tsx'] },
  ]
  const write = (changes = {}) => {
    for (const [path, text] of Object.entries({ ...files, ...changes })) {
      mkdirSync(dirname(join(root, 'packages', path)), { recursive: true })
      writeFileSync(join(root, 'packages', path), text)
    }
    mkdirSync(join(root, 'node_modules/@portico'), { recursive: true })
    return Object.entries(manifests).map(([name, manifest]) => {
      const folder = join(root, 'packages', name)
      writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest))
      symlinkSync(folder, join(root, 'node_modules', manifest.name))
      return { name: manifest.name, folder, manifest }
    })
  }
  const read = (path) => readFileSync(join(root, 'packages', path), 'utf8')
  const list = (name) =>
    readdirSync(join(root, 'packages', name, 'dist'), { recursive: true })
      .filter((file) => file.endsWith('.js'))
      .toSorted()

  test('behavior: writes the files of the table and one per entry', async () => {
    await bundlePackages(write(), table)
    expect(list('low')).toEqual(['chunks/account.js', 'chunks/page.js', 'index.js'])
    expect(list('high')).toEqual([
      'chunks/account.js',
      'chunks/modal.js',
      'chunks/page.js',
      'index.js',
      'networks/index.js',
    ])
    expect(read('high/dist/chunks/page.js')).toContain('new URL("./inter.woff2", import.meta.url)')
    expect(read('high/dist/chunks/page.js')).toContain('import("./modal.js")')
    expect(read('high/dist/chunks/page.js')).toContain('from "react/jsx-runtime"')
    expect(read('high/dist/chunks/account.js')).toContain('from "uqr"')
    expect(read('high/dist/chunks/modal.js')).toContain(
      '":host{color:var(--portico-ink)}.row{inset-inline:0}"',
    )
  })

  test('behavior: imports the files of other packages past their entries', async () => {
    await bundlePackages(write(), table)
    expect(read('high/dist/chunks/page.js')).toContain('from "@portico/low/chunks/page.js"')
    expect(read('high/dist/chunks/account.js')).toContain('from "@portico/low/chunks/account.js"')
    expect(read('high/dist/chunks/page.js') + read('high/dist/chunks/account.js')).not.toContain(
      '"@portico/low"',
    )
  })

  test('behavior: what only one package needs is in its files, what two files share in the first of them', async () => {
    await bundlePackages(write(), table)
    expect(read('high/dist/chunks/modal.js')).toContain('toSorted')
    expect(read('high/dist/chunks/modal.js')).toContain('read by the modal and by the account')
    expect(read('high/dist/chunks/account.js')).not.toContain('read by the modal and by the account')
    expect(read('high/dist/chunks/account.js')).toContain('from "./modal.js"')
  })

  test('behavior: a shared piece that would be a very small file is in the file before it', async () => {
    await bundlePackages(write({ 'low/src/connect.ts': `export const connect = () => 'small'` }), table)
    expect(list('low')).toEqual(['chunks/page.js', 'index.js'])
  })

  test('behavior: an entry for the browser begins with its directive, so that Next renders it there', async () => {
    await bundlePackages(write(), table)
    expect(read('high/dist/index.js')).toMatch(/^["']use client["']/)
    expect(read('high/dist/networks/index.js')).not.toContain('use client')
  })

  test('error: an import that the package does not declare', async () => {
    const packages = write({ 'high/src/Account.tsx': `export { z as Account } from 'zod'` })
    await expect(bundlePackages(packages, table)).rejects.toThrow(
      'high/dist/chunks/account.js imports zod, which @portico/high does not declare in its package.json.',
    )
  })

  test('error: something imported lazily that is not in the table', async () => {
    await expect(bundlePackages(write(), table.slice(0, 2))).rejects.toThrow(
      /chunkTable.*high\/src\/Account\.tsx/s,
    )
  })
})

test('chunkTable: every file exists, and is in one row', () => {
  const packages = new URL('../../packages/', import.meta.url)
  const roots = chunkTable.flatMap((row) => row.roots)
  expect(new Set(roots).size).toBe(roots.length)
  for (const path of roots) readFileSync(new URL(path.replace(/\.css\.js$/, '.css'), packages))
})
