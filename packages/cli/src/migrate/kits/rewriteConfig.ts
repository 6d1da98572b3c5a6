import type { CallExpression, Node, ObjectExpression } from '@babel/types'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/** Options of the kits → those of `createAppKit`'s `metadata`. */
const metadata: Readonly<Record<string, string>> = {
  appName: 'name',
  appDescription: 'description',
  appUrl: 'url',
}
/** Options of wagmi's `createConfig`, which the adapter passes on. */
const passedOn = [
  'batch',
  'cacheTime',
  'ccipRead',
  'client',
  'connectors',
  'multiInjectedProviderDiscovery',
  'pollingInterval',
  'ssr',
  'storage',
  'syncConnectedChain',
  'transports',
]

/**
 * Rewrites `getDefaultConfig({ … })`, also as the argument of wagmi's `createConfig`: creates a WagmiAdapter and the kit
 * before the statement, and takes the config from the adapter.
 */
export function rewriteConfig(rewrite: Rewrite, { imported, references }: Binding): void {
  const { script } = rewrite
  for (const reference of references) {
    const call = script.parents.get(reference)
    const isCall = call?.type === 'CallExpression' && call.callee === reference
    const [options] = isCall ? call.arguments : []
    const statement = isCall ? topStatement(rewrite, call) : undefined
    const read = options?.type === 'ObjectExpression' ? readOptions(rewrite, options) : undefined
    if (!isCall || !statement || !read?.chains) {
      placeNote(script, {
        node: reference,
        message: `${imported}: create a WagmiAdapter of @portico/wagmi with networks and projectId, pass it to createAppKit, and use its wagmiConfig.`,
      })
      continue
    }
    write(rewrite, { call, statement, read, imported })
  }
}

type Options = {
  chains: string | undefined
  projectId: string | undefined
  metadata: string[]
  rest: string[]
  unknown: string[]
  isSsr: boolean
}

function write(
  rewrite: Rewrite,
  {
    call,
    statement,
    read,
    imported,
  }: { call: CallExpression; statement: Node; read: Options; imported: string },
): void {
  const { script } = rewrite
  const { text, eol } = script
  const semicolon = text[positionOf(statement).end - 1] === ';' ? ';' : ''
  const adapter = rewrite.reserve('wagmiAdapter')
  const shared = [`networks: ${read.chains}`, `projectId: ${read.projectId ?? "''"}`]
  const list = (rows: readonly string[]) => rows.map((row) => `  ${row},${eol}`).join('')
  const about = read.metadata.length > 0 ? [`metadata: { ${read.metadata.join(', ')} }`] : []
  const code =
    `const ${adapter} = new WagmiAdapter({${eol}${list([...shared, ...read.rest])}})${semicolon}${eol}${eol}` +
    `createAppKit({${eol}${list([`adapters: [${adapter}]`, ...shared, ...about])}})${semicolon}${eol}${eol}`
  const { start } = positionOf(statement)
  script.inserts.push({ position: start, text: code })
  rewrite.written.push(code)
  rewrite.need('@portico/react', 'createAppKit')
  rewrite.need('@portico/wagmi', 'WagmiAdapter')

  const target = outerCall(rewrite, call)
  const range = positionOf(target)
  script.code.overwrite(range.start, range.end, `${adapter}.wagmiConfig`)
  rewrite.removed.push(range)
  const note = (message: string) => placeNote(script, { node: statement, message })
  if (read.unknown.length > 0) note(`${imported} had ${read.unknown.join(', ')}, which has no counterpart.`)
  if (read.projectId === undefined) note('set projectId, the ID of your project at the gateway.')
  if (read.isSsr)
    note(`on a server, read ${adapter}.wagmiConfig for each request: it is a new config there each time.`)
}

function readOptions({ script }: Rewrite, object: ObjectExpression): Options | undefined {
  const options: Options = {
    chains: undefined,
    projectId: undefined,
    metadata: [],
    rest: [],
    unknown: [],
    isSsr: false,
  }
  for (const property of object.properties) {
    // What is spread may hold any of them.
    if (property.type !== 'ObjectProperty' || property.computed || property.key.type !== 'Identifier')
      return undefined
    const { name } = property.key
    const { start, end } = positionOf(property.value)
    const value = script.text.slice(start, end)
    if (name === 'chains') options.chains = value
    else if (name === 'projectId' || name === 'walletConnectProjectId') options.projectId = value
    else if (name === 'appIcon') options.metadata.push(`icons: [${value}]`)
    else if (metadata[name]) options.metadata.push(`${metadata[name]}: ${value}`)
    else if (passedOn.includes(name)) options.rest.push(property.shorthand ? name : `${name}: ${value}`)
    else options.unknown.push(name)
    if (name === 'ssr' && value !== 'false') options.isSsr = true
  }
  return options
}

/** `createConfig(getDefaultConfig(…))` of wagmi becomes the adapter's config as a whole. */
function outerCall({ script }: Rewrite, call: CallExpression): Node {
  const parent = script.parents.get(call)
  return parent?.type === 'CallExpression' &&
    parent.callee.type === 'Identifier' &&
    parent.callee.name === 'createConfig' &&
    parent.arguments.length === 1
    ? parent
    : call
}

/** The statement of the module that holds a call; undefined inside of functions, where it may run more than once. */
function topStatement({ script }: Rewrite, call: Node): Node | undefined {
  let node = call
  for (let parent = script.parents.get(node); parent; parent = script.parents.get(node)) {
    if (parent.type === 'Program') {
      const { start } = positionOf(node)
      const lineStart = script.text.lastIndexOf('\n', start - 1) + 1
      return script.text.slice(lineStart, start).trim() === '' ? node : undefined
    }
    if (/Function|Class/.test(parent.type)) return undefined
    node = parent
  }
  return undefined
}
