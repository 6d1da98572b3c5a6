import { createRequire } from 'node:module'
import { AnvilMissingError } from '../errors/AnvilMissingError.ts'

const packages: Partial<Record<string, string>> = {
  'linux x64': '@foundry-rs/anvil-linux-amd64',
  'linux arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64',
  'win32 x64': '@foundry-rs/anvil-win32-amd64',
}

/**
 * Returns the path of the native anvil program. The launcher in `node_modules/.bin` is a Node process that starts it,
 * and killing the launcher would leave the chain running.
 *
 * @throws {AnvilMissingError} if there is no program for this machine or it is not installed
 */
export function findAnvil({
  platform = process.platform,
  arch = process.arch,
  // The platform's package is a dependency of @foundry-rs/anvil, so it is looked up from there.
  resolve = createRequire(createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')).resolve,
}: {
  platform?: string | undefined
  arch?: string | undefined
  resolve?: ((path: string) => string) | undefined
} = {}): string {
  const packageName = packages[`${platform} ${arch}`]
  if (!packageName) throw new AnvilMissingError({ platform, arch, packageName })
  try {
    return resolve(`${packageName}/bin/anvil${platform === 'win32' ? '.exe' : ''}`)
  } catch {
    throw new AnvilMissingError({ platform, arch, packageName })
  }
}
