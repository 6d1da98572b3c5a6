import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Lists the packages in `packages/` with their manifests.
 *
 * @param {string} root
 * @returns {{ name: string, folder: string, manifest: object, bundled: boolean }[]} `bundled`: the bundler writes its
 * JavaScript, and the compiler only its types
 */
export function listPackages(root) {
  return readdirSync(join(root, 'packages'))
    .map((name) => join(root, 'packages', name))
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const manifest = readJson(join(folder, 'package.json'))
      const { compilerOptions } = readJson(join(folder, 'tsconfig.json'))
      return { name: manifest.name, folder, manifest, bundled: compilerOptions.emitDeclarationOnly === true }
    })
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}
