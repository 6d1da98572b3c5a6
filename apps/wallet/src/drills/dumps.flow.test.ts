import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDevice, logIn, type OnRequest, requestCode } from '../../test/createDevice.ts'
import { type ServerName, type Servers, smtpPassword, startServers } from '../../test/startServers.ts'
import { takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { memoryStorage } from '../session/memoryStorage.ts'

// Servers crash while a login and a code are in memory. Everything they leave behind (output, core files, diagnostic
// reports, heap snapshots) is searched for every secret.
const names: readonly ServerName[] = ['gateway', 'vault']
/** Starts a server with everything that helps debugging: core files, diagnostic reports, and failures on demand. */
const command = [
  '/bin/sh',
  '-c',
  'ulimit -c unlimited; exec "$0" "$@"',
  process.execPath,
  '--report-on-fatalerror',
  '--report-uncaught-exception',
  '--abort-on-uncaught-exception',
  '--max-old-space-size=160',
  `--import=${join(import.meta.dirname, '../../test/failOnSignal.ts')}`,
] as const
const top = mkdtempSync(join(tmpdir(), 'portico-dumps-'))
const [cwd, plan] = [join(top, 'work'), join(top, 'plan.json')]
mkdirSync(cwd)
let servers: Servers
let secrets: Secrets
const device = memoryStorage()

beforeAll(async () => {
  servers = await startServers({ env: { FAILURE_PLAN: plan, LOG_LEVEL: 'trace' }, command, cwd, quiet: true })
  secrets = await collectSecrets()
  await Promise.all(names.map((name) => servers.kill(name)))
}, 120_000)
afterAll(async () => {
  await servers?.close()
  rmSync(top, { recursive: true, force: true })
})

type Secrets = { code: string; values: string[] }

/** One user logs in and signs, another is about to type the code. Returns every secret of both. */
async function collectSecrets(): Promise<Secrets> {
  const sent: string[] = []
  const onRequest = (_: string, headers: Record<string, string>, body: unknown) =>
    sent.push(JSON.stringify(headers), String(body))
  await logIn(servers, await createDevice(servers, { storage: device, onRequest }).load(), 'ada@example.org')
  await resumeAndSign(onRequest)
  const other = await createDevice(servers, { onRequest }).load()
  const { code } = await requestCode(servers, other, 'grace@example.org')
  const shares = (await takeOverGateway(servers)).flatMap(({ slots }) => slots.map(({ share }) => share))
  const recoverySecrets = (await takeOverVault(servers)).map(({ secret }) => secret)
  const links = servers.inbox.messages().map(({ text }) => /#([\w-]{43})/.exec(text)?.[1])
  const tokens = sent.flatMap((text) => text.match(/[\w.-]{43,}/g))
  const all = [smtpPassword, ...shares, ...recoverySecrets, ...readKeys(), ...links, ...tokens]
  return { code, values: [...new Set(all)].filter((value) => value !== undefined && value !== null) }
}

/** Resumes the stored session: the servers send new values of the access token, the refresh token and the share. */
async function resumeAndSign(onRequest?: OnRequest) {
  const page = await createDevice(servers, { storage: device, onRequest }).load()
  await page.resume()
  await (await page.openSigner()).signHash(`0x${'ab'.repeat(32)}`)
}

/** Lists all files in the data folder, except the temporary files of databases. */
const readData = () =>
  readdirSync(servers.dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/-(wal|shm|journal)$/.test(name),
  )

/** Reads key rings, peppers and signing keys of both servers. */
function readKeys(): string[] {
  return readdirSync(servers.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => strings(JSON.parse(readFileSync(join(servers.dataDir, name), 'utf8'))))
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 40 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

/** Returns each secret as text, as bytes and as hex. */
function formsOf(secrets: readonly string[]): Buffer[] {
  const bytes = secrets
    .filter((text) => /^[\w-]{43}$/.test(text))
    .map((text) => Buffer.from(text, 'base64url'))
  return [
    ...secrets.map((text) => Buffer.from(text)),
    ...bytes,
    ...bytes.map((each) => Buffer.from(each.toString('hex'))),
  ]
}

const holds = (content: Buffer, forms: readonly Buffer[]) => forms.some((form) => content.includes(form))

/** Reads the writable memory of a Linux process, which a core file would contain. */
function readMemory(pid: number): Buffer[] {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const parts: Buffer[] = []
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    const [start, end] = [Number.parseInt(from ?? '', 16), Number.parseInt(to ?? '', 16)]
    // Larger regions are reserved, not used.
    if (!from || end - start > 16 << 20) continue
    const part = Buffer.alloc(end - start)
    try {
      readSync(memory, part, 0, part.length, start)
      parts.push(part)
    } catch {
      // Unmapped pages.
    }
  }
  closeSync(memory)
  return parts
}

type Crash = { plan?: 'throw' | 'reject' | 'heap'; signal: NodeJS.Signals; end: number | string }
const crashes: readonly (readonly [string, Crash])[] = [
  ['an uncaught error', { plan: 'throw', signal: 'SIGHUP', end: 1 }],
  ['an exhausted heap', { plan: 'heap', signal: 'SIGHUP', end: 'SIGABRT' }],
  ['SIGSEGV', { signal: 'SIGSEGV', end: 'SIGSEGV' }],
  ['an unhandled rejection', { plan: 'reject', signal: 'SIGHUP', end: 1 }],
  ['SIGABRT', { signal: 'SIGABRT', end: 'SIGABRT' }],
  ['SIGQUIT', { signal: 'SIGQUIT', end: 'SIGQUIT' }],
]
/** `DUMPS=6` runs all of them. `guardProcess.test.ts` tests how each signal ends a process. */
const tested = crashes.slice(0, Number(process.env.DUMPS ?? 3))

describe('servers that crash', () => {
  test.each(tested)(
    'behavior: %s leaves no secret behind',
    async (_, { plan: failure, signal, end }) => {
      const both = await Promise.all(names.map((name) => servers.start(name)))
      await resumeAndSign()
      const { code, values } = secrets
      const forms = formsOf(values)
      // The secrets are in memory, so they could be left behind.
      if (signal === 'SIGSEGV' && process.platform === 'linux')
        for (const { child } of both)
          expect(readMemory(child.pid as number).some((part) => holds(part, forms))).toBe(true)
      const before = readData()
      writeFileSync(plan, JSON.stringify({ failure, words: [code, ...values] }))
      for (const { child } of both) child.kill(signal)
      expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([end, end])
      for (const { output } of both) {
        expect(output()).toContain('ready')
        expect(holds(Buffer.from(output()), forms)).toBe(false)
        // Six digits may be part of a longer number.
        expect(output()).not.toMatch(new RegExp(`(?<!\\w)${code}(?!\\w)`))
      }
      expect(readdirSync(cwd)).toEqual([])
      expect(readData().filter((name) => !before.includes(name))).toEqual([])
    },
    90_000,
  )
})
