import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { crashText } from './crashText.ts'

/** Of Node: each writes down what is in memory, or opens it to others, and none can be taken back by the program. */
const openers = [
  'heapsnapshot-near-heap-limit',
  'heapsnapshot-signal',
  'heap-snapshot-on-oom',
  'heap-snapshot-on-gc',
  'heap-prof',
  'inspect',
  'inspect-brk',
  'inspect-wait',
  'tls-keylog',
  'experimental-config-file',
  'experimental-default-config-file',
]
/** Print what goes over the wire, such as passwords in addresses. */
const talkers = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE']

/**
 * Sees to it that a program with secrets in its memory leaves none of them behind, however it ends: no core file, no
 * diagnostic report, no snapshot of the heap, and no words of others in what it prints last. To be called before anything
 * secret is read.
 *
 * @throws {BaseError} in production, where Node was started so that it would write them and cannot be told otherwise.
 * @example
 * guardProcess({ env: process.env })
 */
export function guardProcess({
  env,
  execArgv = process.execArgv,
}: {
  env: Readonly<Record<string, string | undefined>>
  execArgv?: readonly string[]
}): void {
  endInFewWords()
  forbidReports()
  const hasCores = mayWriteCores()
  if (env.NODE_ENV !== 'production') return
  refuseOpeners(env, execArgv)
  if (hasCores)
    throw new BaseError(
      'Core files of this process would hold its keys, and it cannot forbid them itself: start it after `ulimit -c 0`.',
    )
  // Node's own answer is to open a debugger's port.
  process.on('SIGUSR1', () => undefined)
}

/** Node would print the error with its causes and all of its fields. */
function endInFewWords(): void {
  const end = (error: unknown): never => {
    // Not through a stream, which might end after the process; and a reader that is gone changes nothing.
    attempt(() => writeFileSync(2, `Ended by an error that nobody caught. ${crashText(error)}\n`))
    process.exit(1)
  }
  // Not by a listener: --abort-on-uncaught-exception would print the error first, and end by SIGTRAP.
  process.setUncaughtExceptionCaptureCallback(end)
  process.on('unhandledRejection', end)
}

/** Whatever flags and environment say. */
function forbidReports(): void {
  const { report } = process
  if (!report) return
  report.reportOnFatalError = false
  report.reportOnUncaughtException = false
  report.reportOnSignal = false
  report.excludeEnv = true
}

/** @returns whether a core file could still hold memory, after what a process can do about it itself. */
function mayWriteCores(): boolean {
  if (process.platform !== 'linux') return false
  // Programs that take core files over a pipe (systemd-coredump, apport) are not bound by the limit: what they get is empty.
  const isEmptied = attempt(() => writeFileSync('/proc/self/coredump_filter', '0'))
  // Even an empty one has the registers, in which parts of a key may be.
  if (isAllowed()) spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' })
  return isAllowed() && !isEmptied
}

function isAllowed(): boolean {
  let limit = '0'
  attempt(() => {
    limit = /^Max core file size\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1] ?? '0'
  })
  return limit !== '0'
}

function attempt(run: () => void): boolean {
  try {
    run()
    return true
  } catch {
    // A kernel without core files, or a container that hides them.
    return false
  }
}

function refuseOpeners(env: Readonly<Record<string, string | undefined>>, execArgv: readonly string[]): void {
  const given = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/[\s"']+/)].map(spell)
  const found = openers.map((name) => `--${name}`).find((option) => given.includes(option))
  const talker = talkers.find((name) => env[name])
  if (found || talker)
    throw new BaseError(
      `In production this program does not run with ${found ?? talker}, which writes down or opens what it has in memory: its keys. Take it out of the command and of the environment (NODE_OPTIONS).`,
    )
}

/** V8 reads its options with one dash as with two, and `_` is `-` to both. */
function spell(option: string): string {
  return option.replace(/=.*/s, '').replaceAll('_', '-').replace(/^--?/, '--')
}
