import type {
  ExportAllDeclaration,
  ExportDefaultSpecifier,
  ExportNamedDeclaration,
  ExportNamespaceSpecifier,
  ExportSpecifier,
  ImportDeclaration,
  ImportDefaultSpecifier,
  ImportNamespaceSpecifier,
  ImportSpecifier,
  Node,
  StringLiteral,
} from '@babel/types'
import type { Framework, Migration, Outcome } from '../Migration.ts'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'
import { removeStatement } from './removeStatement.ts'
import type { ImportsAfter } from './rewriteImports.ts'
import { setSource } from './setSource.ts'

type Specifier =
  | ImportSpecifier
  | ImportDefaultSpecifier
  | ImportNamespaceSpecifier
  | ExportSpecifier
  | ExportDefaultSpecifier
  | ExportNamespaceSpecifier

type Row = { specifier: Specifier; outcome: Outcome }

/**
 * Rewrites one import or re-export of a module of the old kit. If its names come from several modules now, it is split
 * into one declaration for each. What has no counterpart stays, with a note.
 */
export function rewriteDeclaration(
  script: Script,
  {
    declaration,
    migration,
    framework,
    handled,
    after,
  }: {
    declaration: (ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration) & {
      source: StringLiteral
    }
    migration: Migration
    framework: Framework
    /** Local names whose uses are all rewritten. */
    handled?: ReadonlySet<string> | undefined
    after: ImportsAfter
  },
): void {
  const { source } = declaration
  const module = source.value
  const specifiers: Specifier[] = declaration.type === 'ExportAllDeclaration' ? [] : declaration.specifiers

  if (specifiers.length === 0) {
    const outcome = migration.resolveModule({ module, framework })
    if ('to' in outcome) move(outcome.to)
    else if ('drop' in outcome) removeStatement(script, declaration)
    else keep(declaration, outcome.keep)
    return
  }

  const rows = specifiers.flatMap((specifier): Row[] =>
    declaration.type === 'ImportDeclaration' && handled?.has((specifier as ImportSpecifier).local.name)
      ? [{ specifier, outcome: { drop: true } }]
      : [{ specifier, outcome: resolve(specifier) }],
  )
  for (const { specifier, outcome } of rows) {
    if ('keep' in outcome) keep(specifier, outcome.keep)
    if ('to' in outcome) after.added.add(outcome.to)
  }
  const remaining = rows.filter(({ outcome }) => !('drop' in outcome))
  if (remaining.length === 0) {
    removeStatement(script, declaration)
    return
  }

  const groups = groupBy(remaining, ({ outcome }) => targetOf(outcome))
  if (groups.size === 1 && remaining.length === rows.length) {
    const [to] = groups.keys()
    if (to) setSource(script, { source, module: to })
    for (const { specifier, outcome } of rows) rename(specifier, outcome)
    return
  }
  const { start, end } = positionOf(declaration)
  // What stays comes first, below its note: a second run finds the note there.
  const ordered = [...groups].sort(([a], [b]) => Number(a !== undefined) - Number(b !== undefined))
  const texts = ordered.map(([to, members]) => write({ to: to ?? module, members }))
  script.code.overwrite(start, end, texts.join(script.eol))

  function move(to: string) {
    setSource(script, { source, module: to })
    after.added.add(to)
  }

  function keep(node: Node, message: string) {
    after.remaining.add(module)
    placeNote(script, { node, message })
  }

  function resolve(specifier: Specifier): Outcome {
    if (specifier.type === 'ImportNamespaceSpecifier' || specifier.type === 'ExportNamespaceSpecifier')
      return resolveNamespace(specifier)
    return migration.resolveName({ module, name: nameOf(specifier), framework })
  }

  /** `import * as appkit`: possible if everything that is used of it comes from one module. */
  function resolveNamespace(specifier: ImportNamespaceSpecifier | ExportNamespaceSpecifier): Outcome {
    const whole = migration.resolveModule({ module, framework })
    if (specifier.type === 'ExportNamespaceSpecifier' || !('to' in whole)) return whole
    const outcomes = membersOf(script, specifier.local.name).map((name) =>
      migration.resolveName({ module, name, framework }),
    )
    const kept = outcomes.find((outcome) => 'keep' in outcome)
    if (kept) return kept
    const fits = outcomes.every(
      (outcome) => 'to' in outcome && outcome.to === whole.to && outcome.name === undefined,
    )
    return fits
      ? whole
      : { keep: `the names of "${specifier.local.name}" come from several modules: import them one by one.` }
  }

  /** Writes a name that differs in the new module. The local name stays, so nothing else changes. */
  function rename(specifier: Specifier, outcome: Outcome) {
    if (!('to' in outcome) || outcome.name === undefined) return
    if (specifier.type !== 'ImportSpecifier' && specifier.type !== 'ExportSpecifier') return
    const named = specifier.type === 'ImportSpecifier' ? specifier.imported : specifier.local
    const other = specifier.type === 'ImportSpecifier' ? specifier.local : specifier.exported
    const { start, end } = positionOf(named)
    const isAliased = positionOf(other).start !== start
    script.code.overwrite(start, end, isAliased ? outcome.name : `${outcome.name} as ${nameOf(specifier)}`)
  }

  function write({ to, members }: { to: string; members: readonly Row[] }): string {
    const { text } = script
    const { start, end } = positionOf(declaration)
    const quote = text[positionOf(source).start] ?? "'"
    const semicolon = text[end - 1] === ';' ? ';' : ''
    const attributes = text.slice(positionOf(source).end, semicolon ? end - 1 : end)
    const isType =
      declaration.type === 'ImportDeclaration'
        ? declaration.importKind === 'type'
        : declaration.type === 'ExportNamedDeclaration' && declaration.exportKind === 'type'
    const keyword = `${declaration.type === 'ImportDeclaration' ? 'import' : 'export'}${isType ? ' type' : ''}`

    const braced = members.filter(({ specifier }) => /^(Import|Export)Specifier$/.test(specifier.type))
    const bare = members
      .filter((row) => !braced.includes(row))
      .map(({ specifier }) => textOf(text, specifier))
    const names = braced.map(({ specifier, outcome }) => writeName(text, specifier, outcome))
    const remarks = braced.map(({ specifier }) => remarkOf(text, specifier))
    const isLong =
      names.some((name) => name.includes('\n') || name.includes('//')) ||
      remarks.some((remark) => remark !== '') ||
      lineOfBraces(text, declaration)
    const lineStart = text.lastIndexOf('\n', start - 1) + 1
    const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? ''
    const inner = `${indent}${indent.includes('\t') || /\n\t/.test(text.slice(start, end)) ? '\t' : '  '}`
    const list = isLong
      ? `{${script.eol}${names.map((name, index) => `${inner}${name},${remarks[index]}${script.eol}`).join('')}${indent}}`
      : `{ ${names.join(', ')} }`
    const parts = [...bare, ...(names.length > 0 ? [list] : [])].join(', ')
    // The first declaration stands where the old one did; the others get their own line.
    return `${keyword} ${parts} from ${quote}${to}${quote}${attributes}${semicolon}`
  }
}

function targetOf(outcome: Outcome): string | undefined {
  return 'to' in outcome ? outcome.to : undefined
}

/** The exported name that a specifier asks for. */
function nameOf(specifier: Specifier): string {
  switch (specifier.type) {
    case 'ImportSpecifier':
      return specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
    case 'ExportSpecifier':
      return specifier.local.name
    default:
      return 'default'
  }
}

function writeName(text: string, specifier: Specifier, outcome: Outcome): string {
  const written = textOf(text, specifier)
  if (!('to' in outcome) || outcome.name === undefined) return written
  if (specifier.type !== 'ImportSpecifier' && specifier.type !== 'ExportSpecifier') return written
  const local = specifier.type === 'ImportSpecifier' ? specifier.local : specifier.exported
  const isType =
    specifier.type === 'ImportSpecifier' ? specifier.importKind === 'type' : specifier.exportKind === 'type'
  return `${isType ? 'type ' : ''}${outcome.name} as ${textOf(text, local)}`
}

/** The text of a specifier with the comments on the lines before it. */
function textOf(text: string, node: Node): string {
  const { start, end } = positionOf(node)
  const first = node.leadingComments?.find((comment) =>
    /^\s*$/.test(
      text.slice(text.lastIndexOf('\n', positionOf(comment).start - 1) + 1, positionOf(comment).start),
    ),
  )
  return text.slice(first ? positionOf(first).start : start, end)
}

/** The comments that stand behind a specifier on its line. */
function remarkOf(text: string, node: Node): string {
  const { end } = positionOf(node)
  const newline = text.indexOf('\n', end)
  const own = (node.trailingComments ?? []).filter(
    (comment) => positionOf(comment).end <= (newline < 0 ? text.length : newline),
  )
  return own.map((comment) => ` ${text.slice(positionOf(comment).start, positionOf(comment).end)}`).join('')
}

function lineOfBraces(text: string, declaration: Node): boolean {
  const { start, end } = positionOf(declaration)
  const written = text.slice(start, end)
  return written.slice(written.indexOf('{'), written.lastIndexOf('}')).includes('\n')
}

/** The names that a script reads from a namespace import; also in types. */
function membersOf(script: Script, local: string): string[] {
  return script.nodes.flatMap((node) => {
    if (node.type === 'MemberExpression' && node.object.type === 'Identifier' && node.object.name === local)
      return node.property.type === 'Identifier' && !node.computed ? [node.property.name] : []
    if (node.type === 'TSQualifiedName' && node.left.type === 'Identifier' && node.left.name === local)
      return [node.right.name]
    if (
      node.type === 'JSXMemberExpression' &&
      node.object.type === 'JSXIdentifier' &&
      node.object.name === local
    )
      return [node.property.name]
    return []
  })
}

// `Map.groupBy` exists from Node 21 on.
function groupBy<T, K>(rows: readonly T[], key: (row: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}
