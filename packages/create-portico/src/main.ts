import { readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ask } from './ask.ts'
import { CreateError } from './CreateError.ts'
import { createApplication } from './createApplication.ts'
import { listTemplates } from './listTemplates.ts'
import { version } from './version.ts'

/** The terminal, and what the environment says about it. */
export type Terminal = {
  input: NodeJS.ReadableStream & { isTTY?: boolean }
  output: NodeJS.WritableStream
  error: NodeJS.WritableStream
  /** `npm_config_user_agent`: which package manager has started this program. */
  userAgent?: string | undefined
}

/**
 * Runs the command line.
 *
 * @param args what follows `create-portico`
 * @returns the exit code: 0, 1 if the application could not be created, 2 if the command line is wrong
 */
export async function main({
  args,
  terminal,
  from,
}: {
  args: readonly string[]
  terminal: Terminal
  /** Folder of the templates. */
  from?: string | undefined
}): Promise<number> {
  const { input, output, error, userAgent } = terminal
  const templates = listTemplates(from)
  const usage = writeUsage(templates.map(({ name }) => name))
  const parsed = readArgs(args)
  if ('error' in parsed) {
    error.write(`${parsed.error}\n\n${usage}`)
    return 2
  }
  const { values, positionals } = parsed
  if (values.help) {
    output.write(usage)
    return 0
  }
  if (values.version) {
    output.write(`${version}\n`)
    return 0
  }
  const [folder, ...others] = positionals
  if (others.length > 0) {
    error.write(`One folder is enough: ${others.join(' ')}\n\n${usage}`)
    return 2
  }

  try {
    const given = { folder, template: values.template, gatewayUrl: values.gateway }
    const isMissing = folder === undefined || values.template === undefined
    const canAsk = isMissing && input.isTTY === true && values.yes !== true
    const answers = canAsk
      ? await ask({ given: withoutUndefined(given), templates, input, output })
      : {
          folder: folder ?? 'my-app',
          template: values.template ?? templates[0]?.name ?? '',
          gatewayUrl: values.gateway,
        }
    createApplication({ ...answers, projectId: values.project, from })
    output.write(writeNext({ folder: answers.folder, userAgent, gatewayUrl: answers.gatewayUrl }))
    return 0
  } catch (thrown) {
    const message =
      thrown instanceof CreateError ? thrown.message : `The application was not created: ${String(thrown)}`
    error.write(`${message}\n`)
    return 1
  }
}

function readArgs(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        template: { type: 'string', short: 't' },
        gateway: { type: 'string' },
        project: { type: 'string' },
        yes: { type: 'boolean', short: 'y' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    })
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

function writeUsage(names: readonly string[]): string {
  return `Usage: npm create portico [folder] -- [options]

  --template <name>   ${names.join(', ')}
  --gateway <url>     address of your gateway
  --project <id>      project ID at your gateway
  --yes               asks nothing, as with both a folder and a template; default: my-app, ${names[0] ?? ''}
`
}

function writeNext({
  folder,
  userAgent = '',
  gatewayUrl,
}: {
  folder: string
  userAgent: string | undefined
  gatewayUrl: string | undefined
}): string {
  const manager = /^(pnpm|yarn|bun)\//.exec(userAgent)?.[1] ?? 'npm'
  const path = relative(process.cwd(), resolve(folder)) || '.'
  const commands = [
    ...(path === '.' ? [] : [`cd ${/\s/.test(path) ? JSON.stringify(path) : path}`]),
    `${manager} install`,
    startCommand({ folder, manager }),
  ]
  const hint = gatewayUrl
    ? `\nnpx @portico/cli doctor ${gatewayUrl} checks the gateway.\n`
    : '\nWallets connect without a gateway. With one there are also balances, names and a list of wallets.\n'
  return `\nCreated ${path}. Next:\n\n${commands.map((command) => `  ${command}`).join('\n')}\n${hint}`
}

/** Templates without a development server are built and served. */
function startCommand({ folder, manager }: { folder: string; manager: string }): string {
  const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    scripts?: Record<string, string>
  }
  if (scripts?.dev) return `${manager} run dev`
  return scripts?.build ? `${manager} run build && ${manager} start` : `${manager} start`
}

function withoutUndefined<T extends object>(object: T): { [K in keyof T]?: NonNullable<T[K]> } {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: NonNullable<T[K]>
  }
}
