import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { requireProgram } from '../lib/requireProgram.mjs'

const shipped = new URL('../../deploy/nginx.conf', import.meta.url)

/**
 * Starts nginx with the configuration of `deploy` before two gateways, without TLS.
 *
 * @param {object} parameters
 * @param {[string, string]} parameters.gateways `http://host:port`
 * @param {number} parameters.port
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startBalancer({ gateways, port }) {
  const program = requireProgram({ command: 'nginx', debianPackage: 'nginx-light' })
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'))
  const replacements = [
    ['gateway1:4401', new URL(gateways[0]).host],
    ['gateway2:4401', new URL(gateways[1]).host],
    ['listen 443 ssl http2', `listen 127.0.0.1:${port}`],
    ['\tssl_certificate /etc/ssl/gateway.example.pem;\n', ''],
    ['\tssl_certificate_key /etc/ssl/gateway.example.key;\n', ''],
  ]
  const site = replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/nginx.conf does not contain "${from}".`)
      return text.replace(from, to)
    },
    readFileSync(shipped, 'utf8'),
  )
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = `daemon off; ${process.getuid?.() === 0 ? 'user root;' : ''} pid ${folder}/pid; error_log ${folder}/error.log error;
events { worker_connections 1024; }
http {
  access_log off;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`
  writeFileSync(join(folder, 'nginx.conf'), main)
  const child = spawn(program, ['-p', folder, '-c', join(folder, 'nginx.conf')], { stdio: 'ignore' })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  const url = `http://127.0.0.1:${port}`
  while (!(await fetch(`${url}/livez`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null)
      throw new Error(`nginx ended: ${readFileSync(join(folder, 'error.log'), 'utf8')}`)
    await sleep(50)
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM')
      await ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
