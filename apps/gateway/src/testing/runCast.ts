import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { promisify } from 'node:util'

const require = createRequire(import.meta.url)

const packages: Readonly<Record<string, string>> = {
  'linux x64': '@foundry-rs/cast-linux-amd64',
  'linux arm64': '@foundry-rs/cast-linux-arm64',
  'darwin x64': '@foundry-rs/cast-darwin-amd64',
  'darwin arm64': '@foundry-rs/cast-darwin-arm64',
}

/** Runs cast, Foundry's RPC client, as an independent implementation. Returns its output. */
export async function runCast(args: readonly string[]): Promise<string> {
  // The platform's package is a dependency of @foundry-rs/cast, so it is looked up from there.
  const { resolve } = createRequire(require.resolve('@foundry-rs/cast/package.json'))
  const program = resolve(`${packages[`${process.platform} ${process.arch}`]}/bin/cast`)
  const { stdout } = await promisify(execFile)(program, args, { timeout: 60_000 })
  return stdout.trim()
}
