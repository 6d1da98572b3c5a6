import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { root } from '../bootstrap.mjs'
import { copyRelease, isPrivate } from './copyRelease.mjs'

// A copy outside the repository, so that nothing is found in the repository's node_modules. The servers start as in
// deploy/systemd.
let to
let folder
const children = []
beforeAll(() => {
  to = mkdtempSync(join(tmpdir(), 'portico-release-'))
  if (!existsSync(join(root, 'apps/wallet/dist/server.js')))
    expect(spawnSync(process.execPath, [join(root, 'scripts/wallet.mjs'), 'build']).status).toBe(0)
  folder = copyRelease({ root, to, withNode: false }).folder
})
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(to, { recursive: true, force: true })
})

const readUnit = (name) => {
  const text = readFileSync(join(folder, 'deploy', 'systemd', `portico-${name}.service`), 'utf8')
  const [, command] = /^ExecStart=\/opt\/portico\/node_modules\/\.bin\/node (.*)$/m.exec(text)
  return command.split(' ')
}

/** Starts a server as its unit does, but for a local network, and returns its address. */
async function start(name, env) {
  const child = spawn(process.execPath, readUnit(name), {
    cwd: folder,
    env: { PATH: process.env.PATH, PORTICO_DATA_DIR: join(to, name), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = new RegExp(`^${name} ready (.*)$`).exec(line) ?? []
    if (url) return url
  }
  throw new Error(`The ${name} ended.`)
}

describe('isPrivate', () => {
  test.each([
    ['deploy/.env', true],
    ['deploy/.env.production', true],
    ['deploy/sponsor', true],
    ['deploy/.env.example', false],
    ['deploy/compose.yaml', false],
  ])('behavior: %s: %s', (file, expected) => {
    expect(isPrivate(`/srv/portico/${file}`)).toBe(expected)
  })
})

describe('copyRelease', () => {
  test('behavior: has neither development dependencies, nor tests, nor settings', () => {
    const modules = readdirSync(join(folder, 'node_modules'))
    expect(modules).toEqual(expect.arrayContaining(['hono', 'pg', 'kysely', 'zod']))
    for (const name of ['vite', 'vitest', 'typescript', 'react', '@biomejs'])
      expect(modules).not.toContain(name)
    const files = readdirSync(folder, { recursive: true }).filter((file) => !file.startsWith('node_modules/'))
    expect(files.filter((file) => /\.test\.|(^|\/)\.env$|\.portico|tsconfig/.test(file))).toEqual([])
    expect(files).toEqual(
      expect.arrayContaining(['deploy/.env.example', 'apps/wallet/dist/pages/manage.html']),
    )
  })

  test('behavior: gateway, vault and wallet site start as their units start them', async () => {
    const address = {
      ...{ METRICS_PORT: '0', VAULT_METRICS_PORT: '0' },
      HOST: '127.0.0.1',
      WALLET_ORIGIN: 'http://wallet.localhost:4402',
    }
    const gateway = await start('gateway', {
      ...address,
      GATEWAY_PORT: '0',
      RPC_URLS: '{"eip155:1":["http://127.0.0.1:1"]}',
    })
    const list = await (await fetch(`${gateway}/getWallets?projectId=local&page=1&entries=4`)).json()
    expect(list.data.length).toBeGreaterThan(0)
    const vault = await start('vault', { ...address, VAULT_PORT: '0', GATEWAY_URL: gateway })
    const wallet = await start('wallet', {
      HOST: '127.0.0.1',
      WALLET_PORT: '0',
      GATEWAY_URL: gateway,
      VAULT_URL: vault,
    })
    expect(wallet).toMatch(/^http:/)
  })

  test('behavior: commands run without npm and without a lock file', () => {
    symlinkSync(process.execPath, join(folder, 'node_modules', '.bin', 'node'))
    const { stdout, status } = spawnSync(process.execPath, [join(folder, 'scripts', 'gateway.mjs'), 'help'], {
      cwd: to,
      encoding: 'utf8',
      env: { PATH: process.env.PATH },
    })
    expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('project add|list') })
  })
})
