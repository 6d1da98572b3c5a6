import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { doctor } from './doctor/doctor.ts'
import { writeChecks } from './doctor/writeChecks.ts'
import { FolderNotFoundError, migrate } from './migrate/migrate.ts'
import { type Kit, migrations } from './migrate/migrations.ts'
import { writeReport } from './migrate/writeReport.ts'
import { usage } from './usage.ts'
import { unifiedDiff } from './utils/unifiedDiff.ts'
import { version } from './version.ts'

/** Where a command writes. */
export type Output = { out(text: string): void; error(text: string): void }

/**
 * Runs the command line.
 *
 * @param args what follows `portico`
 * @returns the exit code: 0, 1 if something is wrong or could not be done, 2 if the command line is wrong
 */
export async function main({ args, output }: { args: readonly string[]; output: Output }): Promise<number> {
  const [command, ...rest] = args
  switch (command) {
    case 'migrate':
      return runMigrate({ args: rest, output })
    case 'doctor':
      return runDoctor({ args: rest, output })
    case '--version':
    case '-v':
      output.out(`${version}\n`)
      return 0
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      output.out(usage)
      return command === undefined ? 2 : 0
    default:
      return refuse(output, `There is no command "${command}".`)
  }
}

function runMigrate({ args, output }: { args: readonly string[]; output: Output }): number {
  const parsed = readArgs({
    args,
    options: { dry: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  })
  if ('error' in parsed) return refuse(output, parsed.error)
  const { values, positionals } = parsed
  if (values.help) {
    output.out(usage)
    return 0
  }
  const [kit, folder = '.', ...others] = positionals
  if (!isKit(kit)) {
    const known = Object.keys(migrations).join(', ')
    return refuse(output, kit ? `"${kit}" cannot be migrated, only ${known}.` : `Which kit? One of ${known}.`)
  }
  if (others.length > 0) return refuse(output, `One folder is enough: ${others.join(' ')}`)

  const dry = values.dry === true
  const path = resolve(folder)
  try {
    const result = migrate({ kit, folder: path, dry })
    const report = writeReport({ result, migration: migrations[kit], folder: path, dry })
    if (dry) {
      for (const change of result.changes) output.out(unifiedDiff(change))
      // The report goes elsewhere, so that the output is a patch.
      output.error(report)
    } else output.out(report)
    return result.skipped.length > 0 ? 1 : 0
  } catch (error) {
    if (!(error instanceof FolderNotFoundError)) throw error
    output.error(`${error.message}\n`)
    return 2
  }
}

async function runDoctor({ args, output }: { args: readonly string[]; output: Output }): Promise<number> {
  const parsed = readArgs({
    args,
    options: {
      project: { type: 'string' },
      origin: { type: 'string' },
      wallet: { type: 'string' },
      relay: { type: 'string' },
      folder: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if ('error' in parsed) return refuse(output, parsed.error)
  const { values, positionals } = parsed
  if (values.help) {
    output.out(usage)
    return 0
  }
  const [gatewayUrl, ...others] = positionals
  if (others.length > 0) return refuse(output, `One gateway is enough: ${others.join(' ')}`)
  const { origin: pageUrl, wallet: walletUrl, relay: relayUrl } = values
  for (const url of [gatewayUrl, pageUrl, walletUrl]) {
    if (url !== undefined && !isAddress(url, 'http'))
      return refuse(output, `"${url}" is not an address such as https://gateway.example.org.`)
  }
  if (relayUrl !== undefined && !isAddress(relayUrl, 'ws'))
    return refuse(output, `"${relayUrl}" is not an address such as wss://gateway.example.org/relay.`)

  const folder = resolve(values.folder ?? '.')
  const checks = await doctor({ folder, gatewayUrl, projectId: values.project, pageUrl, walletUrl, relayUrl })
  const ok = checks.every(({ status }) => status !== 'problem')
  output.out(values.json ? `${JSON.stringify({ ok, checks }, null, 2)}\n` : writeChecks(checks))
  return ok ? 0 : 1
}

function isAddress(text: string, scheme: 'http' | 'ws'): boolean {
  return URL.canParse(text) && new RegExp(`^${scheme}s?:$`).test(new URL(text).protocol)
}

function isKit(name: string | undefined): name is Kit {
  return name !== undefined && Object.hasOwn(migrations, name)
}

function readArgs<T extends NonNullable<NonNullable<Parameters<typeof parseArgs>[0]>['options']>>({
  args,
  options,
}: {
  args: readonly string[]
  options: T
}) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function refuse(output: Output, message: string): number {
  output.error(`${message}\n\n${usage}`)
  return 2
}
