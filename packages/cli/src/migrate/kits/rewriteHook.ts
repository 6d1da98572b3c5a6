import type { Node, ObjectPattern, VariableDeclaration } from '@babel/types'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import type { Opening } from './KitRules.ts'
import type { Binding, Rewrite } from './Rewrite.ts'

/**
 * Rewrites `const { openConnectModal } = useConnectModal()`. The function keeps its name, so that its uses stay:
 * `const openConnectModal = () => open({ view: 'Connect' })`.
 */
export function rewriteHook(rewrite: Rewrite, { imported, references }: Binding): void {
  const { script, rules } = rewrite
  const openings = rules.hooks[imported] ?? {}
  for (const reference of references) {
    const found = findDeclaration(rewrite, reference)
    const rows = found && readPattern(found.pattern, openings)
    if (!found || !rows) {
      placeNote(script, {
        node: reference,
        message: `${imported} is useAppKit of @portico/react: open({ view }) and close().`,
      })
      continue
    }
    const { start, end } = positionOf(found.declaration)
    const lineStart = script.text.lastIndexOf('\n', start - 1) + 1
    const indent = /^[ \t]*/.exec(script.text.slice(lineStart, start))?.[0] ?? ''
    const semicolon = script.text[end - 1] === ';' ? ';' : ''
    const lines = writeLines(rewrite, rows).map((line) => `${line}${semicolon}`)
    script.code.overwrite(start, end, lines.join(`${script.eol}${indent}`))
    rewrite.removed.push({ start, end })
  }
}

type Row = { local: string; opening: Opening }

function writeLines(rewrite: Rewrite, rows: readonly Row[]): string[] {
  const needsKit = rows.some(({ opening }) => opening !== 'is-open')
  const kit = needsKit ? rewrite.reserve('appKit') : ''
  if (needsKit) rewrite.need('@portico/react', 'useAppKit')
  if (rows.some(({ opening }) => opening === 'is-open')) rewrite.need('@portico/react', 'useAppKitState')
  return [
    ...(needsKit ? [`const ${kit} = useAppKit()`] : []),
    ...rows.map(({ local, opening }) => {
      if (opening === 'is-open')
        return `const { open${local === 'open' ? '' : `: ${local}`} } = useAppKitState()`
      // Without a type, so that it is also JavaScript.
      if (opening === 'set-open')
        return `const ${local} = (show = true) => (show ? ${kit}.open() : ${kit}.close())`
      return `const ${local} = () => ${kit}.open({ view: '${opening.view}' })`
    }),
  ]
}

/** `const { … } = useModal()` as a statement of its own. */
function findDeclaration(
  { script }: Rewrite,
  reference: Node,
): { declaration: VariableDeclaration; pattern: ObjectPattern } | undefined {
  const call = script.parents.get(reference)
  if (call?.type !== 'CallExpression' || call.callee !== reference || call.arguments.length > 0)
    return undefined
  const declarator = script.parents.get(call)
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'ObjectPattern') return undefined
  const declaration = script.parents.get(declarator)
  if (declaration?.type !== 'VariableDeclaration' || declaration.declarations.length > 1) return undefined
  return script.parents.get(declaration)?.type === 'BlockStatement'
    ? { declaration, pattern: declarator.id }
    : undefined
}

function readPattern(pattern: ObjectPattern, openings: Readonly<Record<string, Opening>>): Row[] | undefined {
  const rows = pattern.properties.map((property): Row | undefined => {
    if (property.type !== 'ObjectProperty' || property.computed || property.key.type !== 'Identifier')
      return undefined
    if (property.value.type !== 'Identifier' || !Object.hasOwn(openings, property.key.name)) return undefined
    const opening = openings[property.key.name]
    return opening && { local: property.value.name, opening }
  })
  return rows.every((row) => row !== undefined) ? rows : undefined
}
