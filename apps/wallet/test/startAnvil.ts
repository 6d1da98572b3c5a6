import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { arch, platform } from 'node:os'
import { createInterface } from 'node:readline'

/** Starts a local chain on a free port, with anvil's default accounts. */
export async function startAnvil({ chainId }: { chainId: number }): Promise<{ url: string; stop(): void }> {
  const cpu = arch() === 'x64' ? 'amd64' : arch()
  const name = platform() === 'win32' ? 'anvil.exe' : 'anvil'
  // Start the native binary: killing the launcher in `.bin` would leave it running.
  const binary = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${platform()}-${cpu}/bin/${name}`)
  const child = spawn(binary, ['--port', '0', '--chain-id', `${chainId}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const stop = () => void child.kill('SIGKILL')
  process.once('exit', stop)
  for await (const line of createInterface({ input: child.stdout })) {
    const address = /^Listening on (\S+)/.exec(line)?.[1]
    if (!address) continue
    child.stdout.resume()
    return { url: `http://${address}`, stop }
  }
  throw new Error(`anvil exited with ${child.exitCode} before it was listening.`)
}
