import { randomBytes } from 'node:crypto'
import { BaseError } from '@portico/protocol'
import { describeIssue, errorWords, UsageError } from '@portico/server'
import type { Config, ProjectConfig } from '../../infra/config/Config.ts'
import { migrate } from '../../infra/database/migrate.ts'
import { openDatabase } from '../../infra/database/openDatabase.ts'
import { projectId, projectSchema } from '../../modules/projects/projectSchema.ts'
import { createSecretKey } from '../../modules/projects/secretKey.ts'
import { createProjectStore, type ProjectStore, type StoredProject } from '../../modules/projects/store.ts'
import type { Command } from './Command.ts'
import { parseArguments } from './parseArguments.ts'

const options = {
  id: { type: 'string' },
  name: { type: 'string' },
  origin: { type: 'string', multiple: true },
  'units-per-minute': { type: 'string' },
  features: { type: 'string' },
  json: { type: 'boolean' },
} as const

type Call = {
  store: ProjectStore
  config: Config
  words: readonly string[]
  values: ReturnType<typeof parseArguments<typeof options>>['values']
  show: (value: object, text: string) => void
}

const actions: Readonly<Record<string, (call: Call) => Promise<0 | 1>>> = {
  add,
  list,
  show,
  set,
  remove,
  'key add': addKey,
  'key list': listKeys,
  'key remove': removeKey,
}

/** `gateway project …`: manages the projects in the database; running gateways need no restart. */
export const project: Command = {
  summary:
    'project add|list|show|set|remove|key …   manage projects; running gateways see changes within seconds',
  help: `npm run gateway -- project add --name <name> [--origin <pattern>]… [options]
npm run gateway -- project list
npm run gateway -- project show <id>
npm run gateway -- project set <id> [options]
npm run gateway -- project remove <id>
npm run gateway -- project key add <id>
npm run gateway -- project key list <id>
npm run gateway -- project key remove <id> <key id>

Manages the projects in the database, to which pending migrations are applied first, as when a gateway starts. Running
gateways see changes within seconds. A project with the same ID in
PROJECTS takes precedence.
  --id <id>                  1–64 letters, digits, . _ - (default: random)
  --name <name>              required for add
  --origin <pattern>         https://app.example, https://*.app.example, *://localhost:* or *; may be repeated
  --units-per-minute <n>     cost units per minute (default: RATE_LIMIT_PROJECT); default sets it back
  --features <json>          feature defaults for the kit, such as [{"id":"swap","isEnabled":false,"config":null}]
  --json                     print one line of JSON instead of text
A secret key (sk_…) is for the project's own servers: "Authorization: Bearer sk_…". It is shown only once.`,
  async run({ args, config, print }) {
    const { values, positionals } = parseArguments(args, options)
    const [first = '', second = '', ...rest] = positionals
    const isKey = first === 'key'
    const action = actions[isKey ? `${first} ${second}` : first]
    if (!action)
      throw new UsageError(
        first === ''
          ? 'Name a subcommand, such as `project list`.'
          : `Unknown subcommand "project ${positionals.join(' ')}".`,
      )
    const { databaseUrl, dataDir } = config
    let applied: readonly string[] = []
    const database = await openDatabase({
      databaseUrl,
      dataDir,
      async prepare(database) {
        applied = await migrate({ database, now: Date.now })
      },
    })
    try {
      const code = await action({
        store: createProjectStore({ database }),
        config,
        words: isKey ? rest : positionals.slice(1),
        values,
        show: (value, text) => print(values.json ? JSON.stringify(value) : text),
      })
      if (applied.length > 0 && !values.json)
        print(`Applied ${applied.length} pending migrations to the database first.`)
      return code
    } finally {
      await database.destroy()
    }
  },
}

async function add({ store, config, words, values, show }: Call): Promise<0> {
  if (words.length > 0) throw new UsageError('`project add` takes only options: --name, --origin …')
  const id = readId(values.id ?? randomBytes(16).toString('hex'))
  if (config.projects.has(id))
    throw new BaseError(`PROJECTS already has a project "${id}", which takes precedence. Choose another ID.`)
  const entry = { id, createdAt: Date.now(), ...readProject({ allowedOrigins: [], ...readValues(values) }) }
  if (!(await store.add(entry))) throw new BaseError(`A project "${id}" already exists. Choose another ID.`)
  show(entry, describe(entry))
  return 0
}

async function list({ store, config, words, show }: Call): Promise<0> {
  if (words.length > 0) throw new UsageError('`project list` takes no arguments.')
  const stored = (await store.list()).filter(({ id }) => !config.projects.has(id))
  const fixed = [...config.projects].map(([id, entry]) => ({ id, ...entry, source: 'environment' }))
  const all = [...fixed, ...stored.map((entry) => ({ ...entry, source: 'database' }))]
  const lines = all.map(({ id, name, source }) => `${id.padEnd(32)}  ${source.padEnd(11)}  ${name}`)
  show({ projects: all }, lines.length === 0 ? 'There are no projects.' : lines.join('\n'))
  return 0
}

async function show({ store, config, words, show }: Call): Promise<0> {
  const entry = await find({ store, config, words })
  show(entry, describe(entry))
  return 0
}

async function set({ store, config, words, values, show }: Call): Promise<0> {
  const { createdAt, ...entry } = await find({ store, config, words })
  const changes = readValues(values)
  if (values.id !== undefined || Object.keys(changes).length === 0)
    throw new UsageError(
      'Give at least one of --name, --origin, --units-per-minute, --features; --id cannot change.',
    )
  const changed = { id: entry.id, ...readProject({ ...entry, ...changes }) }
  await store.replace(changed)
  show({ ...changed, createdAt }, describe(changed))
  return 0
}

async function remove({ store, config, words, show }: Call): Promise<0> {
  const { id } = await find({ store, config, words })
  await store.remove(id)
  show({ id, removed: true }, `Removed the project "${id}" and its keys.`)
  return 0
}

async function addKey({ store, config, words, show }: Call): Promise<0> {
  const { id: project } = await find({ store, config, words })
  const { key, hash } = createSecretKey()
  const id = randomBytes(4).toString('hex')
  await store.addKey({ id, projectId: project, hash, createdAt: Date.now() })
  show({ id, project, key }, `Key ${id} of "${project}"; it is shown only once:\n${key}`)
  return 0
}

async function listKeys({ store, config, words, show }: Call): Promise<0> {
  const { id: project } = await find({ store, config, words })
  const keys = (await store.keys())
    .filter((key) => key.projectId === project)
    .map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt).toISOString() }))
  const lines = keys.map(({ id, createdAt }) => `${id}  created ${createdAt}`)
  show({ project, keys }, lines.length === 0 ? `"${project}" has no keys.` : lines.join('\n'))
  return 0
}

async function removeKey({ store, config, words, show }: Call): Promise<0> {
  const { id: project } = await find({ store, config, words: words.slice(0, 1) })
  const [, id] = words
  if (id === undefined || words.length > 2)
    throw new UsageError('Give the project and the key: `project key remove <id> <key id>`.')
  if (!(await store.removeKey({ projectId: project, id })))
    throw new BaseError(`"${project}" has no key "${id}".`)
  show({ id, project, removed: true }, `Removed the key ${id} of "${project}".`)
  return 0
}

async function find({
  store,
  config,
  words,
}: Pick<Call, 'store' | 'config' | 'words'>): Promise<StoredProject> {
  const [id, ...more] = words
  if (id === undefined || more.length > 0) throw new UsageError('Give the ID of one project.')
  const found = (await store.list()).find((entry) => entry.id === id)
  if (!found && config.projects.has(id))
    throw new BaseError(
      `The project "${id}" is in PROJECTS: change it there. Only projects of \`project add\` can have secret keys.`,
    )
  if (!found) throw new BaseError(`There is no project "${id}" in the database.`)
  return found
}

function readId(id: string): string {
  const result = projectId.safeParse(id)
  if (!result.success) throw new UsageError('--id must be 1–64 letters, digits, . _ -')
  return result.data
}

function readValues({ name, origin, 'units-per-minute': units, features }: Call['values']): object {
  return {
    ...(name === undefined ? {} : { name }),
    ...(origin === undefined ? {} : { allowedOrigins: origin }),
    ...(units === undefined ? {} : { unitsPerMinute: units === 'default' ? undefined : Number(units) }),
    ...(features === undefined ? {} : { features: readJson(features) }),
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UsageError('--features must be valid JSON.')
  }
}

function readProject(value: object): ProjectConfig {
  const result = projectSchema.safeParse(value, { error: errorWords })
  if (result.success) return result.data
  const problems = result.error.issues.map((issue) => `${issue.path.join(' › ')} ${describeIssue(issue)}`)
  throw new UsageError(`The project is not valid: ${problems.join('; ')}.`)
}

function describe({
  id,
  name,
  allowedOrigins,
  unitsPerMinute,
  features,
}: ProjectConfig & { id: string }): string {
  return [
    `id       ${id}`,
    `name     ${name}`,
    `origins  ${allowedOrigins.join(' ') || 'none: only servers can use the project'}`,
    `limit    ${unitsPerMinute === undefined ? "the gateway's default" : `${unitsPerMinute} units per minute`}`,
    `features ${JSON.stringify(features ?? [])}`,
  ].join('\n')
}
