import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { bundleServers } from './bundleServers.mjs'

test('behavior: a bundle runs without its sources’ imports, and finds files from where the source is', async () => {
  const root = mkdtempSync(join(tmpdir(), 'portico-bundle-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const source = join(root, 'apps/clock/src')
  mkdirSync(source, { recursive: true })
  writeFileSync(
    join(source, 'place.ts'),
    `export const place: string = new URL('./hand', import.meta.url).href`,
  )
  writeFileSync(join(source, 'server.ts'), `import { place } from './place.ts'\nconsole.log(place)`)
  const folder = join(root, 'bundles')
  await bundleServers({ root, servers: { clock: { server: 'src/server.ts' } }, folder })
  rmSync(join(source, 'place.ts'))
  const printed = execFileSync(process.execPath, [join(folder, 'clock/server.js')], { encoding: 'utf8' })
  expect(printed.trim()).toBe(pathToFileURL(join(source, 'hand')).href)
})
