import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort, tempFolder } from '@portico/server/testing'
import { Agent, request } from 'undici'
import { onTestFailed, onTestFinished } from 'vitest'
import { createTestCertificate } from './createTestCertificate.ts'

const deploy = join(import.meta.dirname, '../../../../deploy')
const PATH = `${process.env.PATH}:/usr/sbin`

/** Returns the names of the proxies that are not installed. */
export function missingProxies(): string[] {
  const isThere = (name: string, argument: string) =>
    spawnSync(name, [argument], { env: { PATH } }).status === 0
  return [...(isThere('nginx', '-v') ? [] : ['nginx']), ...(isThere('caddy', 'version') ? [] : ['caddy'])]
}

/**
 * Starts nginx and Caddy with the files of `deploy`, in which only addresses and certificates are replaced. They are stopped when the
 * test has finished.
 *
 * @param gateways URLs of two gateways.
 * @returns the URLs of the proxies, whose certificates nobody trusts.
 */
export async function startProxies(gateways: readonly string[]): Promise<{ nginx: string; caddy: string }> {
  const folder = tempFolder()
  const hosts = gateways.map((url) => new URL(url).host)
  const [nginx, caddy] = await Promise.all([startNginx(folder, hosts), startCaddy(folder, hosts)])
  return { nginx, caddy }
}

async function startNginx(folder: string, hosts: readonly string[]): Promise<string> {
  const port = await freePort()
  const { cert, key } = createTestCertificate({ names: ['gateway.example'] })
  writeFileSync(join(folder, 'cert.pem'), cert)
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 })
  const site = replaceAll(readFileSync(join(deploy, 'nginx.conf'), 'utf8'), {
    'gateway1:4401': hosts[0] as string,
    'gateway2:4401': hosts[1] as string,
    'listen 443': `listen 127.0.0.1:${port}`,
    '/etc/ssl/gateway.example.pem': join(folder, 'cert.pem'),
    '/etc/ssl/gateway.example.key': join(folder, 'key.pem'),
  })
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = [
    'daemon off;',
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'nginx.pid')};`,
    'error_log stderr warn;',
    'events { worker_connections 512; }',
    'http {',
    'access_log off;',
    ...temporary.map((name) => `${name}_temp_path ${join(folder, name)};`),
    `include ${join(folder, 'site.conf')};`,
    '}',
  ]
  writeFileSync(join(folder, 'nginx.conf'), main.join('\n'))
  return start({ program: 'nginx', args: ['-p', folder, '-c', join(folder, 'nginx.conf')], folder, port })
}

async function startCaddy(folder: string, hosts: readonly string[]): Promise<string> {
  const port = await freePort()
  const site = replaceAll(readFileSync(join(deploy, 'Caddyfile'), 'utf8'), {
    'gateway1:4401 gateway2:4401 gateway3:4401': hosts.join(' '),
  })
  const options = '{\n\tadmin off\n\tskip_install_trust\n\tauto_https disable_redirects\n\tlocal_certs\n}\n'
  writeFileSync(join(folder, 'Caddyfile'), options + site)
  const args = ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile']
  return start({ program: 'caddy', args, folder, port, env: { SITE: `https://localhost:${port}` } })
}

/** Replaces every text, each of which must be there: otherwise the shipped file has changed. */
function replaceAll(file: string, replacements: Readonly<Record<string, string>>): string {
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`The file in deploy does not contain "${from}".`)
    return text.replaceAll(from, to)
  }, file)
}

async function start({
  program,
  args,
  folder,
  port,
  env = {},
}: {
  program: string
  args: readonly string[]
  folder: string
  port: number
  env?: Readonly<Record<string, string>>
}): Promise<string> {
  const child = spawn(program, args, {
    env: { PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ended = once(child, 'exit')
  onTestFailed(() => console.error(`${program}:\n${output}`))
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await ended
  })
  const url = `https://localhost:${port}`
  // A proxy may listen before it has its certificate.
  while (!(await isReady(url))) {
    if (child.exitCode !== null) throw new Error(`${program} ended: ${output}`)
    await sleep(50)
  }
  return url
}

async function isReady(url: string): Promise<boolean> {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } })
  try {
    const { statusCode, body } = await request(`${url}/livez`, { dispatcher })
    await body.dump()
    return statusCode === 200
  } catch {
    return false
  } finally {
    await dispatcher.destroy()
  }
}
