import { type ChildProcess, spawn } from 'node:child_process'
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A local test chain. */
export type Anvil = {
  url: string
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>
  stop(): void
}

const packages: Readonly<Record<string, string>> = {
  'linux x64': '@foundry-rs/anvil-linux-amd64',
  'linux arm64': '@foundry-rs/anvil-linux-arm64',
  'darwin x64': '@foundry-rs/anvil-darwin-amd64',
  'darwin arm64': '@foundry-rs/anvil-darwin-arm64',
}

/** Starts an empty chain 31337 on a free port. The caller must stop it; it ends with this process at the latest. */
export async function startAnvil(args: readonly string[] = []): Promise<Anvil> {
  // The platform's package is a dependency of @foundry-rs/anvil, so it is looked up from there.
  const { resolve } = createRequire(require.resolve('@foundry-rs/anvil/package.json'))
  const program = resolve(`${packages[`${process.platform} ${process.arch}`]}/bin/anvil`)
  const child = spawn(program, ['--port', '0', ...args], { stdio: ['ignore', 'pipe', 'ignore'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  const url = await listening(child)
  return {
    url,
    async rpc(method, params = []) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const answer = (await response.json()) as { result?: unknown; error?: { message: string } }
      if (answer.error) throw new Error(`${method}: ${answer.error.message}`)
      return answer.result
    },
    stop: kill,
  }
}

function listening(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`anvil ended with ${code}: ${text}`)))
    child.stdout?.on('data', (chunk) => {
      text = `${text}${chunk}`.slice(-4000)
      const port = /Listening on .*:(\d+)/.exec(text)?.[1]
      if (port) resolve(`http://127.0.0.1:${port}`)
    })
  })
}
