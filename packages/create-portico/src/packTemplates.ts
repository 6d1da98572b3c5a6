import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { templates } from './templates.ts'

/*
 * Runs before the package is packed: copies the applications of `fixtures` into `dist/templates`, without what tools wrote
 * into them. npm would leave a `.gitignore` out of the package, so it is called `_gitignore` there.
 */

const packageFolder = join(import.meta.dirname, '..')
const fixtures = join(packageFolder, '../../fixtures')
const target = join(packageFolder, 'dist/templates')
const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')) as {
  version: string
}

rmSync(target, { recursive: true, force: true })
for (const { name, fixture } of templates) {
  const from = join(fixtures, fixture)
  if (!existsSync(join(from, 'package.json'))) continue
  const ignored = readIgnored(from)
  const isIgnored = (path: string) =>
    ignored.has(basename(path)) || ignored.has(relative(from, path).split(sep).join('/'))
  cpSync(from, join(target, name), { recursive: true, filter: (path) => !isIgnored(path) })

  const gitignore = join(target, name, '.gitignore')
  if (existsSync(gitignore)) renameSync(gitignore, join(target, name, '_gitignore'))
  else writeFileSync(join(target, name, '_gitignore'), 'node_modules/\ndist/\n')

  const manifest = join(target, name, 'package.json')
  const text = readFileSync(manifest, 'utf8')
  // The version of this package: all packages of Portico have the same.
  writeFileSync(manifest, text.replace(/("@portico\/[\w-]+": )"[^"]*"/g, `$1"${version}"`))
}

/** Names of the files and folders that Git does not store, which are plain names or paths. */
function readIgnored(folder: string): Set<string> {
  const file = join(folder, '.gitignore')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return new Set([
    'node_modules',
    'dist',
    'package-lock.json',
    // Without empty lines: an empty path is the application itself.
    ...lines.map((line) => line.trim().replace(/^\/|\/$/g, '')).filter((line) => line !== ''),
  ])
}
