import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { listPackages } from './listPackages.mjs'
import { listReachableFiles } from './listReachableFiles.mjs'
import { runTool } from './runTool.mjs'
import { toPublishedManifest } from './toPublishedManifest.mjs'

const sourceMapComment = /\n?\/\/# sourceMappingURL=\S+\s*$/

/**
 * Packs the packages that are published, as they are published, from their `dist` folders.
 *
 * A tarball holds the files that its entries lead to, the README and the licence. A source map is added where it
 * contains its sources, except beside minified code, where it would be most of the package.
 *
 * @param {object} parameters
 * @param {string} parameters.root
 * @param {string} parameters.to folder of the tarballs
 * @param {NodeJS.ProcessEnv} [parameters.env]
 * @returns {Promise<Record<string, { file: string, size: number, unpackedSize: number, files: string[] }>>} by the name
 * of the package
 *
 * @example
 * const packed = await packPackages({ root, to: '/tmp/packages' })
 * packed['@portico/react'].file // /tmp/packages/portico-react-0.1.0.tgz
 */
export async function packPackages({ root, to, env = process.env }) {
  const packages = listPackages(root).filter(({ manifest }) => !manifest.private)
  const { engines, repository } = readJson(join(root, 'package.json'))
  const staging = mkdtempSync(join(tmpdir(), 'portico-pack-'))
  mkdirSync(to, { recursive: true })
  try {
    for (const { folder, manifest, bundled } of packages) {
      if (manifest.scripts?.prepack) await prepack({ folder, env })
      const directory = `packages/${basename(folder)}`
      const common = { repository: { ...repository, directory }, engines }
      const target = join(staging, basename(folder))
      stage({ root, folder, target, bundled, manifest: toPublishedManifest({ manifest, common }) })
    }
    const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', to]
    const folders = packages.map(({ folder }) => join(staging, basename(folder)))
    const { code, output } = await runTool({ command: 'npm', args: [...args, ...folders], cwd: staging, env })
    if (code !== 0) throw new Error(`npm could not pack the packages:\n${output}`)
    return toResult({ output, to })
  } finally {
    rmSync(staging, { recursive: true })
  }
}

function stage({ root, folder, target, manifest, bundled }) {
  const write = (path, text) => {
    mkdirSync(dirname(join(target, path)), { recursive: true })
    writeFileSync(join(target, path), text)
  }
  write('package.json', `${JSON.stringify(manifest, null, 2)}\n`)
  copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
  copyFileSync(join(folder, 'README.md'), join(target, 'README.md'))
  for (const path of manifest.files.filter((name) => name !== 'dist' && name !== 'LICENSE')) {
    cpSync(join(folder, path), join(target, path), { recursive: true })
  }
  for (const path of listReachableFiles({ folder, exports: { ...manifest.exports, ...manifest.bin } })) {
    const file = join(folder, path)
    if (!/\.(js|d\.ts)$/.test(path)) write(path, readFileSync(file))
    else if (path.endsWith('.js') && !bundled && hasSources(`${file}.map`)) {
      write(path, readFileSync(file))
      write(`${path}.map`, readFileSync(`${file}.map`))
    } else write(path, readFileSync(file, 'utf8').replace(sourceMapComment, '\n'))
  }
}

/** Writes what a package contains besides its code, such as templates. */
async function prepack({ folder, env }) {
  const { code, output } = await runTool({ command: 'npm', args: ['run', 'prepack'], cwd: folder, env })
  if (code !== 0) throw new Error(`${basename(folder)} could not be prepared:\n${output}`)
}

function hasSources(map) {
  return existsSync(map) && readJson(map).sourcesContent?.every((source) => typeof source === 'string')
}

/** Newer versions of npm print an object by name, older ones a list. */
function toResult({ output, to }) {
  const packed = Object.values(JSON.parse(output.slice(output.search(/[[{]\s*["{]/))))
  return Object.fromEntries(
    packed.map(({ name, filename, size, unpackedSize, files }) => [
      name,
      { file: join(to, filename), size, unpackedSize, files: files.map(({ path }) => path).toSorted() },
    ]),
  )
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
