import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../scripts/lib/freePort.mjs'
import { requireProgram } from './requireProgram.mjs'

/**
 * Starts nginx in front of an upstream. `/pass` forwards every call; `/cached` caches responses by request body for a second.
 *
 * @param {object} parameters
 * @param {string} parameters.upstream `http://host:port`
 * @param {number} [parameters.workers]
 * @returns {Promise<{ url: string, pid: number, stop: () => void }>}
 */
export async function startNginx({ upstream, workers = 1 }) {
  const program = requireProgram({ command: 'nginx', debianPackage: 'nginx-light' })
  const folder = mkdtempSync(join(tmpdir(), 'portico-nginx-'))
  const port = await freePort()
  const config = join(folder, 'nginx.conf')
  writeFileSync(
    config,
    `daemon off; ${process.getuid?.() === 0 ? 'user root; ' : ''}worker_processes ${workers}; pid ${folder}/pid; error_log ${folder}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  proxy_cache_path ${folder}/cache keys_zone=calls:16m;
  upstream node { server ${new URL(upstream).host}; keepalive 64; }
  server {
    listen 127.0.0.1:${port}; keepalive_requests 1000000;
    proxy_http_version 1.1; proxy_set_header Connection "";
    location /pass { proxy_pass http://node/; }
    location /cached {
      proxy_pass http://node/; proxy_cache calls; proxy_cache_methods POST; proxy_cache_key "$request_uri|$request_body";
      proxy_cache_valid 200 1s; proxy_cache_lock on;
    }
  }
}
`,
  )
  const child = spawn(program, ['-c', config, '-p', folder], { stdio: 'ignore' })
  const url = `http://127.0.0.1:${port}`
  for (let tries = 0; ; tries++) {
    const answers = await fetch(`${url}/pass`, { method: 'POST', body: '{}' }).then(
      () => true,
      () => false,
    )
    if (answers) break
    if (tries > 100) throw new Error(`nginx does not answer, see ${folder}/error.log`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    url,
    pid: child.pid,
    stop: () => {
      child.kill('SIGTERM')
      child.once('close', () => rmSync(folder, { recursive: true, force: true }))
    },
  }
}
