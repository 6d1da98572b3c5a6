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
import { askForCode, createDevice, logIn } from '../../test/createDevice.ts'
import { type ServerName, type Servers, smtpPassword, startServers } from '../../test/startServers.ts'
import { takeOverGateway, takeOverVault } from '../../test/takeOver.ts'
import { memoryStorage } from '../session/memoryStorage.ts'

// Servers that end badly while they have their hands full. Whatever they leave behind (output, core files, reports,
// snapshots of the heap) is searched for everything that is secret.
const names: readonly ServerName[] = ['gateway', 'vault']
/** As open as somebody makes it who wants to know why a server ends: cores, reports, and a fault to order. */
const command = [
  '/bin/sh',
  '-c',
  'ulimit -c unlimited; exec "$0" "$@"',
  process.execPath,
  '--report-on-fatalerror',
  '--report-uncaught-exception',
  '--abort-on-uncaught-exception',
  '--max-old-space-size=160',
  `--import=${join(import.meta.dirname, '../../test/misfortune.ts')}`,
] as const
const top = mkdtempSync(join(tmpdir(), 'portico-dumps-'))
const [cwd, plan] = [join(top, 'work'), join(top, 'plan.json')]
mkdirSync(cwd)
let servers: Servers
let marks: Marks
const device = memoryStorage()

beforeAll(async () => {
  servers = await startServers({ env: { MISFORTUNE: plan, LOG_LEVEL: 'trace' }, command, cwd, quiet: true })
  marks = await fillHands()
  await Promise.all(names.map((name) => servers.kill(name)))
}, 120_000)
afterAll(async () => {
  await servers?.close()
  rmSync(top, { recursive: true, force: true })
})

type Marks = { code: string; secrets: string[] }

/** Somebody logs in and comes back, and somebody else is about to type the code: all that is secret in it. */
async function fillHands(): Promise<Marks> {
  const heard: string[] = []
  const overhear = (_: string, headers: Record<string, string>, body: unknown) =>
    heard.push(JSON.stringify(headers), String(body))
  await logIn(servers, await createDevice(servers, { storage: device, overhear }).load(), 'ada@example.org')
  await comeBack(overhear)
  const other = await createDevice(servers, { overhear }).load()
  const { code } = await askForCode(servers, other, 'grace@example.org')
  const shares = (await takeOverGateway(servers)).flatMap(({ slots }) => slots.map(({ share }) => share))
  const secrets = (await takeOverVault(servers)).map(({ secret }) => secret)
  const links = servers.mailbox.messages().map(({ text }) => /#([\w-]{43})/.exec(text)?.[1])
  const tokens = heard.flatMap((text) => text.match(/[\w.-]{43,}/g))
  const all = [smtpPassword, ...shares, ...secrets, ...readKeys(), ...links, ...tokens]
  return { code, secrets: [...new Set(all)].filter((value) => value !== undefined && value !== null) }
}

/** With what the browser kept: another access token, refresh token and share are under way. */
async function comeBack(overhear?: (url: string, headers: Record<string, string>, body: unknown) => void) {
  const page = await createDevice(servers, { storage: device, overhear }).load()
  await page.resume()
  await (await page.openSigner()).signHash(`0x${'ab'.repeat(32)}`)
}

/** All files in the data folder, but those of databases that come and go. */
const readData = () =>
  readdirSync(servers.dataDir, { recursive: true, encoding: 'utf8' }).filter(
    (name) => !/-(wal|shm|journal)$/.test(name),
  )

/** Rings, peppers and signing keys of both servers. */
function readKeys(): string[] {
  return readdirSync(servers.dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.json'))
    .flatMap((name) => strings(JSON.parse(readFileSync(join(servers.dataDir, name), 'utf8'))))
}

function strings(value: unknown): string[] {
  if (typeof value === 'string') return value.length > 40 ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(strings) : []
}

/** The secrets as they are, and as the bytes that they stand for. */
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

/** What a core file of Linux would hold: the memory that a process may write to. */
function readMemory(pid: number): Buffer[] {
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const parts: Buffer[] = []
  for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
    const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
    const [start, end] = [Number.parseInt(from ?? '', 16), Number.parseInt(to ?? '', 16)]
    // Larger ones are room that was set aside.
    if (!from || end - start > 16 << 20) continue
    const part = Buffer.alloc(end - start)
    try {
      readSync(memory, part, 0, part.length, start)
      parts.push(part)
    } catch {
      // Pages that are not there.
    }
  }
  closeSync(memory)
  return parts
}

type Way = { plan?: 'throw' | 'reject' | 'heap'; signal: NodeJS.Signals; end: number | string }
const all: readonly (readonly [string, Way])[] = [
  ['an error that nobody catches', { plan: 'throw', signal: 'SIGHUP', end: 1 }],
  ['no memory left', { plan: 'heap', signal: 'SIGHUP', end: 'SIGABRT' }],
  ['SIGSEGV', { signal: 'SIGSEGV', end: 'SIGSEGV' }],
  ['a promise that nobody catches', { plan: 'reject', signal: 'SIGHUP', end: 1 }],
  ['SIGABRT', { signal: 'SIGABRT', end: 'SIGABRT' }],
  ['SIGQUIT', { signal: 'SIGQUIT', end: 'SIGQUIT' }],
]
/** The whole campaign is all of them: `DUMPS=6`. How each signal ends a process: `guardProcess.test.ts`. */
const ways = all.slice(0, Number(process.env.DUMPS ?? 3))

describe('servers that end badly', () => {
  test.each(ways)(
    'behavior: %s: no secret is left behind',
    async (_, { plan: way, signal, end }) => {
      const both = await Promise.all(names.map((name) => servers.start(name)))
      await comeBack()
      const { code, secrets } = marks
      const forms = formsOf(secrets)
      // Else nothing could be left behind.
      if (signal === 'SIGSEGV' && process.platform === 'linux')
        for (const { child } of both)
          expect(readMemory(child.pid as number).some((part) => holds(part, forms))).toBe(true)
      const before = readData()
      writeFileSync(plan, JSON.stringify({ way, words: [code, ...secrets] }))
      for (const { child } of both) child.kill(signal)
      expect(await Promise.all(both.map(({ ended }) => ended))).toEqual([end, end])
      for (const { output } of both) {
        expect(output()).toContain('ready')
        expect(holds(Buffer.from(output()), forms)).toBe(false)
        // Six digits are part of many numbers.
        expect(output()).not.toMatch(new RegExp(`(?<!\\w)${code}(?!\\w)`))
      }
      expect(readdirSync(cwd)).toEqual([])
      expect(readData().filter((name) => !before.includes(name))).toEqual([])
    },
    90_000,
  )
})
