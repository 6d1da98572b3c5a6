import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BuildError } from './BuildError.ts'
import { readTarball } from './readTarball.ts'
import type { Pin, Source } from './Source.ts'

/** Licences that allow redistribution: OSI-approved ones and the public domain. */
const allowedLicences = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'CC0-1.0'])

/**
 * Reads the pinned packages, and downloads those that are not in the cache. Reads only the files named in the pins; does
 * not install packages or run their code.
 *
 * @throws {BuildError} if a package cannot be downloaded, differs from the pinned one, or has a licence that is not allowed.
 */
export async function readSources({
  pins,
  cacheFolder,
  fetchTarballs = npmPack,
}: {
  pins: Readonly<Record<string, Pin>>
  cacheFolder: string
  fetchTarballs?: (query: { packages: readonly string[]; folder: string }) => Promise<void>
}): Promise<Map<string, Source>> {
  const all = Object.entries(pins)
  mkdirSync(cacheFolder, { recursive: true })
  const missing = all.filter(([name, pin]) => !isPinned(tarballPath(cacheFolder, name, pin), pin))
  if (missing.length > 0) {
    const packages = missing.map(([name, { version }]) => `${name}@${version}`)
    try {
      await fetchTarballs({ packages, folder: cacheFolder })
    } catch (cause) {
      throw new BuildError(
        `npm could not download ${packages.join(', ')}: check the connection to the registry, then run \`npm run -w @portico/catalogue build\`.`,
        { cause },
      )
    }
  }
  return new Map(all.map(([name, pin]) => [name, readSource({ name, pin, cacheFolder })]))
}

function readSource({ name, pin, cacheFolder }: { name: string; pin: Pin; cacheFolder: string }): Source {
  const path = tarballPath(cacheFolder, name, pin)
  if (!isPinned(path, pin))
    throw new BuildError(
      `${name}@${pin.version} is not the package that sources.json pins: its integrity differs. The package was not used.`,
    )
  const files = readTarball({
    tarball: readFileSync(path),
    filter: (file) =>
      file === 'package.json' ||
      /^licen[cs]e(\.\w+)?$/i.test(file) ||
      pin.files.some((path) => (path.endsWith('/') ? file.startsWith(path) : file === path)),
  })
  const { license: licence } = JSON.parse(files.get('package.json')?.toString('utf8') ?? '{}')
  if (!allowedLicences.has(licence))
    throw new BuildError(
      `${name}@${pin.version} has the licence "${licence}", which is not an allowed open licence.`,
    )
  const licenceFile = [...files.keys()].find((file) => /^licen[cs]e/i.test(file))
  const licenceText = licenceFile && files.get(licenceFile)?.toString('utf8')
  return { name, version: pin.version, licence, licenceText, files }
}

function isPinned(path: string, { integrity }: Pin): boolean {
  if (!existsSync(path)) return false
  const hash = createHash('sha512').update(readFileSync(path)).digest('base64')
  return integrity === `sha512-${hash}`
}

/** Returns the file name that `npm pack` gives a tarball. */
function tarballPath(folder: string, name: string, { version }: Pin): string {
  return join(folder, `${name.replace(/^@/, '').replace('/', '-')}-${version}.tgz`)
}

/** Downloads with npm, so that the user's registry, proxy and credentials are used. */
async function npmPack({ packages, folder }: { packages: readonly string[]; folder: string }): Promise<void> {
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const [command, first] = npm && node ? [node, [npm]] : ['npm', []]
  // A registry that does not respond must not delay the start for long.
  const timeoutOptions = ['--fetch-retries=1', '--fetch-timeout=120000']
  const options = ['--ignore-scripts', '--silent', ...timeoutOptions, '--pack-destination', folder]
  // The cache folder has no package.json, so the names can only mean packages of the registry.
  await promisify(execFile)(command, [...first, 'pack', ...packages, ...options], {
    cwd: folder,
    timeout: 300_000,
  })
}
