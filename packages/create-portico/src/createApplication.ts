import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { CreateError } from './CreateError.ts'
import { listTemplates, templatesFolder } from './listTemplates.ts'
import { setOption } from './setOption.ts'

/**
 * Creates an application from a template.
 *
 * The files are written beside the folder first and moved into it at the end, so that a failure leaves nothing behind.
 *
 * @param folder of the application: new, or empty except for `.git`
 * @param template its name, see `listTemplates`
 * @param gatewayUrl the gateway that the application uses; default: none
 * @param projectId the project at the gateway; default: `my-app`
 * @param from folder of the templates
 * @throws {CreateError} if the folder holds files, the template is unknown, or an option is malformed
 *
 * @example
 * import { createApplication } from 'create-portico'
 *
 * createApplication({ folder: 'my-app', template: 'vite-react' })
 */
export function createApplication({
  folder,
  template,
  gatewayUrl,
  projectId,
  from = templatesFolder,
}: {
  folder: string
  template: string
  gatewayUrl?: string | undefined
  projectId?: string | undefined
  from?: string | undefined
}): void {
  const target = resolve(folder)
  const known = listTemplates(from).map(({ name }) => name)
  if (!known.includes(template))
    throw new CreateError(`There is no template "${template}". The templates are ${known.join(', ')}.`)
  refuseUsedFolder(target)
  const options = readOptions({ gatewayUrl, projectId })

  const exists = existsSync(target)
  const parent = exists ? target : dirname(target)
  const createdParent = exists ? undefined : mkdirSync(parent, { recursive: true })
  let stage: string | undefined
  try {
    stage = mkdtempSync(join(parent, '.create-portico-'))
    const content = join(stage, 'content')
    cpSync(join(from, template), content, { recursive: true })
    renameSync(join(content, '_gitignore'), join(content, '.gitignore'))
    setName(join(content, 'package.json'), toPackageName(basename(target)))
    for (const [option, value] of options) setOption({ folder: content, option, value })
    if (exists) moveEntries(content, target)
    else renameSync(content, target)
  } catch (error) {
    if (createdParent) rmSync(createdParent, { recursive: true, force: true })
    throw error
  } finally {
    if (stage) rmSync(stage, { recursive: true, force: true })
  }
}

function refuseUsedFolder(target: string): void {
  const stats = statSync(target, { throwIfNoEntry: false })
  if (!stats) return
  if (!stats.isDirectory()) throw new CreateError(`${target} is a file: choose another folder.`)
  const used = readdirSync(target).filter((name) => name !== '.git')
  if (used.length > 0)
    throw new CreateError(
      `${target} is not empty (it has ${used.slice(0, 3).join(', ')}): choose another folder.`,
    )
}

function readOptions({
  gatewayUrl,
  projectId,
}: {
  gatewayUrl: string | undefined
  projectId: string | undefined
}): ['gatewayUrl' | 'projectId', string][] {
  const options: ['gatewayUrl' | 'projectId', string][] = []
  if (gatewayUrl) {
    if (!/^https?:\/\/[^\s'"\\`]+$/.test(gatewayUrl) || !URL.canParse(gatewayUrl))
      throw new CreateError(`"${gatewayUrl}" is not an address such as https://gateway.example.org.`)
    options.push(['gatewayUrl', gatewayUrl.replace(/\/+$/, '')])
  }
  if (projectId) {
    if (!/^[\w.-]{1,64}$/.test(projectId))
      throw new CreateError(`"${projectId}" is not a project ID: letters, digits, dots and dashes.`)
    options.push(['projectId', projectId])
  }
  return options
}

/** Moves everything into an existing folder, or nothing if something fails. */
function moveEntries(from: string, to: string): void {
  const moved: string[] = []
  try {
    for (const name of readdirSync(from)) {
      renameSync(join(from, name), join(to, name))
      moved.push(name)
    }
  } catch (error) {
    for (const name of moved) rmSync(join(to, name), { recursive: true, force: true })
    throw error
  }
}

function setName(manifest: string, name: string): void {
  const text = readFileSync(manifest, 'utf8')
  writeFileSync(
    manifest,
    text.replace(/("name": )"[^"]*"/, (_, key: string) => `${key}${JSON.stringify(name)}`),
  )
}

/** A name that npm accepts, as close to the folder's as possible. */
function toPackageName(name: string): string {
  const plain = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+|-+$/g, '')
    .slice(0, 214)
  return plain || 'my-app'
}
