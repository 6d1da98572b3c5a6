import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { BaseError } from '@portico/protocol'
import { crashText } from './crashText.ts'

/** Options of Node that write memory to a file or expose it, and that a running program cannot turn off. */
const leakingOptions = [
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
/** Variables that make Node print network traffic, such as passwords in URLs. */
const leakingVariables = ['NODE_DEBUG', 'NODE_DEBUG_NATIVE']

/**
 * Keeps secrets in a program's memory from being written out when it crashes: no core file, no diagnostic report, no heap
 * snapshot, and no foreign error messages in its output. Call it before reading any secret.
 *
 * @throws {BaseError} in production, if Node was started with options that would write memory and cannot be turned off.
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
  printCrashesSafely()
  disableReports()
  const hasCoreFiles = mayWriteCoreFiles()
  if (env.NODE_ENV !== 'production') return
  refuseLeakingOptions(env, execArgv)
  if (hasCoreFiles)
    throw new BaseError(
      'Core files of this process would contain its keys, and it cannot disable them itself: run `ulimit -c 0` before starting it.',
    )
  // By default, Node opens a debugger port on this signal.
  process.on('SIGUSR1', () => undefined)
}

/** By default, Node would print an uncaught error with its causes and all of its fields. */
function printCrashesSafely(): void {
  const end = (error: unknown): never => {
    // Write synchronously, as a stream may not be flushed before the process exits. Ignore a closed standard error.
    attempt(() => writeFileSync(2, `Ended by an uncaught error. ${crashText(error)}\n`))
    process.exit(1)
  }
  // Not a listener: with --abort-on-uncaught-exception, Node would print the error first and end with SIGTRAP.
  process.setUncaughtExceptionCaptureCallback(end)
  process.on('unhandledRejection', end)
}

/** Overrides command line flags and environment. */
function disableReports(): void {
  const { report } = process
  if (!report) return
  report.reportOnFatalError = false
  report.reportOnUncaughtException = false
  report.reportOnSignal = false
  report.excludeEnv = true
}

/** Disables core files as far as a process can, and returns whether one could still contain memory. */
function mayWriteCoreFiles(): boolean {
  if (process.platform !== 'linux') return false
  // The size limit does not apply to programs that receive core files through a pipe (systemd-coredump, apport). The filter
  // leaves them an empty file.
  const isEmpty = attempt(() => writeFileSync('/proc/self/coredump_filter', '0'))
  // Even an empty core file contains the registers, which may hold parts of a key.
  if (isCoreFileAllowed())
    spawnSync('prlimit', ['--pid', String(process.pid), '--core=0:0'], { stdio: 'ignore' })
  return isCoreFileAllowed() && !isEmpty
}

function isCoreFileAllowed(): boolean {
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
    // The file does not exist: a kernel without core files, or a container that hides it.
    return false
  }
}

function refuseLeakingOptions(
  env: Readonly<Record<string, string | undefined>>,
  execArgv: readonly string[],
): void {
  const given = [...execArgv, ...(env.NODE_OPTIONS ?? '').split(/[\s"']+/)].map(normalizeOption)
  const found = leakingOptions.map((name) => `--${name}`).find((option) => given.includes(option))
  const variable = leakingVariables.find((name) => env[name])
  if (found || variable)
    throw new BaseError(
      `In production this program does not run with ${found ?? variable}, which would expose keys in its memory. Remove it from the command line and from the environment (NODE_OPTIONS).`,
    )
}

/** Normalizes an option: V8 accepts one dash or two, and treats `_` like `-`. */
function normalizeOption(option: string): string {
  return option.replace(/=.*/s, '').replaceAll('_', '-').replace(/^--?/, '--')
}
