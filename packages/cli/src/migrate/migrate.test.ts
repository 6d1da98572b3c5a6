import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { main } from '../main.ts'
import { version } from '../version.ts'
import { migrate } from './migrate.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

/** Writes files into a new folder. */
function application(files: Record<string, string | Buffer>): { folder: string; read(file: string): string } {
  const folder = mkdtempSync(join(tmpdir(), 'portico-migrate-'))
  folders.push(folder)
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), content)
  }
  return { folder, read: (file) => readFileSync(join(folder, file), 'utf8') }
}

async function run(...args: string[]) {
  let out = ''
  let error = ''
  const code = await main({
    args,
    output: {
      out: (text) => {
        out += text
      },
      error: (text) => {
        error += text
      },
    },
  })
  return { code, out, error }
}

const manifest = `{
  "name": "app",
  "dependencies": {
    "@reown/appkit": "1.7.2",
    "@reown/appkit-adapter-ethers": "1.7.2",
    "react": "19.3.1"
  }
}
`
const source = `import { EthersAdapter } from '@reown/appkit-adapter-ethers'
import { createAppKit } from '@reown/appkit/react'
import { base } from '@reown/appkit/networks'
`

describe('migrate', () => {
  test('behavior: changes the files and the dependencies, and no lock file', () => {
    const { folder, read } = application({
      'package.json': manifest,
      'src/main.tsx': source,
      'src/other.ts': 'export const x   = 1 // @reown/appkit',
      'package-lock.json': '{ "packages": { "node_modules/@reown/appkit": {} } }',
    })
    const { changes, findings, skipped } = migrate({ kit: 'appkit', folder })
    expect(changes.map(({ file }) => file)).toEqual(['src/main.tsx', 'package.json'])
    expect([findings, skipped]).toEqual([[], []])
    expect(read('src/main.tsx')).toBe(`import { EthersAdapter } from '@portico/evm'
import { createAppKit } from '@portico/react'
import { base } from '@portico/react/networks'
`)
    expect(JSON.parse(read('package.json')).dependencies).toEqual({
      '@portico/evm': version,
      '@portico/react': version,
      react: '19.3.1',
    })
    expect(read('package-lock.json')).toContain('@reown/appkit')
    expect(migrate({ kit: 'appkit', folder })).toEqual({ changes: [], findings: [], skipped: [] })
  })

  test('behavior: the applications of fixtures/appkit need nothing by hand', () => {
    const { folder, read } = application({})
    cpSync(join(import.meta.dirname, '../../../../fixtures/appkit'), folder, {
      recursive: true,
      filter: (path) => !/node_modules|appkit\/test$/.test(path),
    })
    const { changes, findings, skipped } = migrate({ kit: 'appkit', folder })
    expect([findings, skipped]).toEqual([[], []])
    const manifests = changes.filter(({ file }) => file.endsWith('package.json'))
    expect(manifests.length).toBeGreaterThanOrEqual(12)
    for (const { file } of changes) expect(read(file)).not.toContain('@reown/')
    expect(migrate({ kit: 'appkit', folder }).changes).toEqual([])
  })

  test('behavior: a package whose imports remain stays installed', () => {
    const { folder, read } = application({
      'package.json': manifest,
      'a.ts': `${source}import { Foo } from '@reown/appkit'\n`,
    })
    const first = migrate({ kit: 'appkit', folder })
    expect(first.findings).toEqual([
      { file: 'a.ts', line: 4, message: '"Foo" of @reown/appkit has no counterpart in @portico/react.' },
      {
        file: 'package.json',
        line: manifest.split('\n').findIndex((line) => line.includes('"@reown/appkit"')) + 1,
        message: '@reown/appkit stays: a file still imports it. Remove it once none does.',
      },
    ])
    expect(Object.keys(JSON.parse(read('package.json')).dependencies)).toEqual([
      '@portico/evm',
      '@portico/react',
      '@reown/appkit',
      'react',
    ])
    const second = migrate({ kit: 'appkit', folder })
    expect([second.changes, second.findings.length]).toEqual([[], 2])
  })

  test('behavior: in a monorepo, each application gets what its own files import', () => {
    const { folder, read } = application({
      'package.json': '{ "workspaces": ["apps/*"], "dependencies": { "@reown/appkit": "1", "react": "19" } }',
      'apps/a/package.json': '{ "dependencies": { "@reown/appkit-adapter-solana": "1" } }',
      'apps/a/index.ts': `import { SolanaAdapter } from '@reown/appkit-adapter-solana'`,
      'apps/b/package.json': '{ "dependencies": { "vue": "3" } }',
      'apps/b/index.ts': `import { base } from '@reown/appkit/networks'`,
      'apps/c/package.json': 'not json',
    })
    const { skipped } = migrate({ kit: 'appkit', folder })
    expect(skipped).toEqual([])
    expect(JSON.parse(read('apps/a/package.json'))).toEqual({ dependencies: { '@portico/solana': version } })
    expect(JSON.parse(read('apps/b/package.json'))).toEqual({ dependencies: { vue: '3' } })
    // The root lists what its members share.
    expect(JSON.parse(read('package.json')).dependencies).toEqual({ '@portico/vue': version, react: '19' })
    expect(read('apps/b/index.ts')).toBe(`import { base } from '@portico/vue/networks'`)
  })

  test('behavior: skips what is not the source of the application, and says what it could not read', () => {
    const outside = application({ 'a.ts': source })
    const { folder, read } = application({
      'package.json': manifest,
      'broken.ts': `import { from '@reown/appkit'`,
      'binary.js': Buffer.concat([Buffer.from(source), Buffer.from([0, 1])]),
      'latin1.js': Buffer.concat([Buffer.from(source), Buffer.from([0xe9])]),
      'huge.js': `${source}//${'x'.repeat(2 * 1024 * 1024)}`,
      'other.bin': source,
      'node_modules/x/index.js': source,
      '.next/server.js': source,
      'dist/index.js': source,
    })
    symlinkSync(join(outside.folder, 'a.ts'), join(folder, 'link.ts'))
    symlinkSync(outside.folder, join(folder, 'linked'))
    symlinkSync(folder, join(folder, 'circle'))
    const { changes, findings, skipped } = migrate({ kit: 'appkit', folder })
    expect(changes).toEqual([])
    expect(skipped).toEqual([
      { file: 'binary.js', reason: 'it is a binary file.' },
      { file: 'broken.ts', reason: expect.stringMatching(/^it cannot be parsed: Unexpected token/) },
      { file: 'huge.js', reason: 'it is larger than 2 MiB.' },
      { file: 'latin1.js', reason: 'it is not UTF-8.' },
    ])
    // The dependency stays while a file that may need it is not migrated, and the report says so.
    expect(findings.map(({ message }) => message)).toContainEqual(
      '@reown/appkit stays: binary.js, which was not migrated, may import it. Remove it once no file does.',
    )
    expect(read('package.json')).toBe(manifest)
    expect(outside.read('a.ts')).toBe(source)
    expect(read('node_modules/x/index.js')).toBe(source)
  })

  test.each([
    ['latin1.js', Buffer.concat([Buffer.from(source), Buffer.from([0xe9])])],
    ['binary.js', Buffer.concat([Buffer.from(source), Buffer.from([0])])],
    ['huge.js', `${source}//${'x'.repeat(2 * 1024 * 1024)}`],
  ])('error: no dependency that only %s needs is removed', (file, content) => {
    const { folder, read } = application({ 'package.json': manifest, [file]: content })
    expect(migrate({ kit: 'appkit', folder }).skipped).toMatchObject([{ file }])
    expect(read('package.json')).toBe(manifest)
  })

  test('behavior: without a package.json, says what to install', () => {
    const { folder } = application({ 'a.ts': `import { base } from '@reown/appkit/networks'` })
    expect(migrate({ kit: 'appkit', folder }).findings).toEqual([
      {
        file: 'a.ts',
        line: 1,
        message: `No package.json is in this folder: add @portico/react (${version}) to the application's.`,
      },
    ])
  })

  test.skipIf(process.getuid?.() === 0)(
    'error: a file that cannot be written does not stop the others',
    () => {
      const { folder, read } = application({ 'a.ts': source, 'b.ts': source })
      chmodSync(join(folder, 'a.ts'), 0o444)
      const { changes, skipped } = migrate({ kit: 'appkit', folder })
      expect(changes.map(({ file }) => file)).toEqual(['b.ts'])
      expect(skipped).toMatchObject([{ file: 'a.ts' }])
      expect(read('b.ts')).not.toBe(source)
    },
  )
})

describe('portico migrate', () => {
  test('behavior: --dry prints a patch, changes nothing, and reports on stderr', async () => {
    const { folder, read } = application({
      'package.json': manifest,
      'src/main.tsx': source,
      'pnpm-lock.yaml': '',
    })
    const dry = await run('migrate', 'appkit', folder, '--dry')
    expect(dry.code).toBe(0)
    expect(dry.out).toContain(
      `--- a/src/main.tsx\n+++ b/src/main.tsx\n@@ -1,3 +1,3 @@\n-import { EthersAdapter }`,
    )
    expect(dry.error).toContain('would change  package.json')
    expect(read('src/main.tsx')).toBe(source)
    expect(read('package.json')).toBe(manifest)

    const real = await run('migrate', 'appkit', folder)
    expect([real.code, real.error]).toEqual([0, ''])
    expect(real.out).toContain('changed  src/main.tsx\nchanged  package.json\n\nNext:\n  pnpm install\n')
    expect((await run('migrate', 'appkit', folder)).out).toBe('Nothing here uses AppKit.\n')
  })

  test('error: exit codes', async () => {
    const { folder } = application({ 'a.ts': `import { from '@reown/appkit'` })
    expect(await run('migrate', 'appkit', folder)).toMatchObject({
      code: 1,
      out: expect.stringContaining('Not migrated:\n  a.ts: it cannot be parsed'),
    })
    expect(await run('migrate', 'appkit', join(folder, 'none'))).toMatchObject({ code: 2 })
    expect(await run('migrate', 'toString')).toMatchObject({
      code: 2,
      error: expect.stringContaining('"toString"'),
    })
    expect(await run('migrate')).toMatchObject({ code: 2, error: expect.stringContaining('Which kit?') })
    expect(await run('migrate', 'appkit', '--wet')).toMatchObject({ code: 2 })
    expect(await run('nonsense')).toMatchObject({ code: 2 })
    expect(await run('--version')).toEqual({ code: 0, out: `${version}\n`, error: '' })
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Usage: portico') })
  })
})
