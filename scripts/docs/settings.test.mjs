import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readConfig as readGateway } from '../../apps/gateway/src/app/config/readConfig.ts'
import { readConfig as readVault } from '../../apps/vault/src/config/readConfig.ts'
import { readSettings as readWallet } from '../../apps/wallet/src/server/readSettings.ts'
import { root } from '../bootstrap.mjs'

const socials = ['GOOGLE', 'APPLE', 'GITHUB', 'DISCORD', 'X', 'FACEBOOK']
/** Values with which the servers read the variables that they read only if another is set. */
const given = {
  ...Object.fromEntries(socials.map((provider) => [`SOCIAL_${provider}_CLIENT_ID`, 'id'])),
  FARCASTER_RPC_URLS: 'https://one.example,https://two.example',
  METRICS_PORT: '9000',
  VAULT_METRICS_PORT: '9000',
  ONRAMP_PROVIDERS: 'coinbase,meld,moonpay,transak',
  PAYMASTERS:
    '{"eip155:1":{"owner":"0x70997970C51812dc3A010C7d01b50e0d17dc79C8","maxCost":"0.002","deposit":"1"}}',
}
/** What Node, `npm start` and the tests set, and not an operator. */
const own = new Set(['NODE_ENV', 'NODE_OPTIONS', 'PORTICO_PARENT_PIPE'])

const servers = {
  gateway: {
    readme: 'apps/gateway/README.md',
    section: 'Environment',
    read: readGateway,
    sources: ['apps/gateway/src/**/*.ts', 'packages/server/src/**/*.ts'],
  },
  vault: {
    readme: 'apps/vault/README.md',
    section: 'Environment',
    read: readVault,
    sources: ['apps/vault/src/**/*.ts', 'packages/server/src/**/*.ts'],
  },
  wallet: {
    readme: 'apps/wallet/README.md',
    section: 'The server',
    read: readWallet,
    sources: ['apps/wallet/src/server/*.ts', 'apps/page-server/src/*.ts', 'packages/server/src/process/*.ts'],
  },
}

describe.each(Object.entries(servers))('settings of the %s', (_, { readme, section, read, sources }) => {
  const part = readSection({ file: readme, section })
  const known = new Set(
    [record(read, {}), record(read, { NODE_ENV: 'production' }), record(read, given)].flat(),
  )

  test('behavior: every variable that it reads is in its section', () => {
    expect(known.size).toBeGreaterThan(15)
    // `SOCIAL_<P>_CLIENT_ID` stands for each provider, and `_KEY_ID` continues the name before it.
    const forms = (name) => [
      name,
      name.replace(/^SOCIAL_[A-Z]+/, 'SOCIAL_<P>'),
      name.replace(/^SOCIAL_[A-Z]+/, ''),
    ]
    const isNamed = (name) => forms(name).some((form) => new RegExp(`[\\W]${form}\\W`).test(part))
    expect([...known].filter((name) => !own.has(name) && !isNamed(name))).toEqual([])
  })

  test('behavior: it reads every variable of its table', () => {
    const source = readSources(sources)
    const cells = [...part.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell]) => cell.replaceAll(/\(.*?\)/g, ''))
    const names = cells.flatMap((cell) =>
      [...cell.matchAll(/`([A-Z][A-Z_0-9<>]+)`/g)].map(([, name]) => name),
    )
    const isRead = (name) => known.has(name) || new RegExp(`\\b${name}\\b`).test(source)
    const invented = names.filter((name) => !socials.some((one) => isRead(name.replace('<P>', one))))
    expect(names.length).toBeGreaterThan(10)
    expect(invented).toEqual([])
  })
})

describe('documents for operators', () => {
  test('behavior: they name no variable that nothing reads', () => {
    const source = readSources([
      'apps/*/src/**/*.ts',
      'packages/*/src/**/*.ts',
      'e2e/**/*.ts',
      '{scripts,bench}/**/*.mjs',
      'deploy/**/*.{yaml,conf,service}',
    ])
    const files = [
      'docs/operate.md',
      'docs/security.md',
      ...globSync('docs/site/pages/**/*.{md,mdx}', { cwd: root }),
    ]
    const named = files.flatMap((file) => {
      const text = readFileSync(join(root, file), 'utf8').replaceAll('<P>', 'GOOGLE')
      const names = [...text.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b(?!\*)/g)].map(([name]) => name)
      return [...new Set(names)].map((name) => [name, file])
    })
    const words = new Set([...source.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)].map(([word]) => word))
    const isRead = (name) => words.has(name) || words.has(name.replace(/^SOCIAL_[A-Z]+_/, 'SOCIAL_APPLE_'))
    expect(named.length).toBeGreaterThan(100)
    expect(named.filter(([name]) => !isRead(name))).toEqual([])
  })
})

/** The names of the variables that a function asks for. */
function record(read, values) {
  const names = []
  const env = new Proxy(values, {
    get: (target, name) => {
      names.push(String(name))
      return target[name]
    },
  })
  try {
    read(env)
  } catch (error) {
    // It has read all: it collects what is wrong.
    if (!/^(ConfigError|Error)$/.test(error.name)) throw error
  }
  return names
}

function readSection({ file, section }) {
  const text = readFileSync(join(root, file), 'utf8')
  return text.split(/^## /m).find((one) => one.startsWith(`${section}\n`))
}

function readSources(patterns) {
  return globSync(patterns, { cwd: root })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')
}
