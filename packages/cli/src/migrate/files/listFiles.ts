import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { extensions } from '../script/findBlocks.ts'

// What tools install or write, which is not the application's own source.
const ignored = new Set(['node_modules', 'bower_components', 'dist', 'build', 'out', 'coverage', 'vendor'])

/**
 * Lists the scripts, components and manifests below a folder, as paths with slashes relative to it.
 *
 * Symbolic links are not followed: they may lead out of the folder, or around in circles. Hidden folders and those that
 * tools write, such as `node_modules`, `dist` and `.next`, are left out.
 */
export function listFiles(folder: string): { sources: string[]; manifests: string[] } {
  const sources: string[] = []
  const manifests: string[] = []
  const open = [folder]
  for (let current = open.pop(); current !== undefined; current = open.pop()) {
    for (const entry of readdirSync(current, { withFileTypes: true })) {
      const path = join(current, entry.name)
      if (entry.isDirectory()) {
        if (!ignored.has(entry.name) && !entry.name.startsWith('.')) open.push(path)
        continue
      }
      if (!entry.isFile()) continue
      const name = relative(folder, path).split(sep).join('/')
      if (entry.name === 'package.json') manifests.push(name)
      else if (extensions.includes(entry.name.slice(entry.name.lastIndexOf('.') + 1).toLowerCase()))
        sources.push(name)
    }
  }
  return { sources: sources.sort(), manifests: manifests.sort() }
}
