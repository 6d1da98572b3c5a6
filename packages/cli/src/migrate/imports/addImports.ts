import type { ImportDeclaration } from '@babel/types'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'

/**
 * Imports what rewritten code needs, above the first import of the old kit, in the style of that import. Names that the
 * script already imports from the module are left out.
 */
export function addImports(
  script: Script,
  {
    needs,
    place,
    added,
  }: {
    needs: ReadonlyMap<string, ReadonlySet<string>>
    /** The import above which the new ones are written. */
    place: ImportDeclaration | undefined
    added: Set<string>
  },
): void {
  const { text, eol } = script
  const { start, end } = place ? positionOf(place) : positionOf(script.ast.program)
  const quote = place ? (text[positionOf(place.source).start] ?? "'") : "'"
  const semicolon = place && text[end - 1] === ';' ? ';' : ''
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const indent = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? ''
  for (const [module, names] of needs) {
    const missing = [...names].filter((name) => !isImported(script, { module, name })).sort()
    added.add(module)
    if (missing.length === 0) continue
    script.inserts.push({
      position: lineStart,
      text: `${indent}import { ${missing.join(', ')} } from ${quote}${module}${quote}${semicolon}${eol}`,
    })
  }
}

function isImported(script: Script, { module, name }: { module: string; name: string }): boolean {
  const [imported, local = imported] = name.split(' as ')
  return script.ast.program.body.some(
    (node) =>
      node.type === 'ImportDeclaration' &&
      node.importKind !== 'type' &&
      node.source.value === module &&
      node.specifiers.some(
        (one) =>
          one.type === 'ImportSpecifier' &&
          one.local.name === local &&
          one.imported.type === 'Identifier' &&
          one.imported.name === imported,
      ),
  )
}
