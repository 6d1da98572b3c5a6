import type {
  ExportAllDeclaration,
  ExportNamedDeclaration,
  ImportDeclaration,
  Node,
  StringLiteral,
} from '@babel/types'
import type { Framework, Migration, Transformed } from '../Migration.ts'
import { placeNote } from '../script/placeNote.ts'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'
import { addImports } from './addImports.ts'
import { findReference } from './findReference.ts'
import { rewriteDeclaration } from './rewriteDeclaration.ts'
import { setSource } from './setSource.ts'

/** Which modules a script imports after the migration, as far as the migration knows. */
export type ImportsAfter = {
  /** Modules of Portico that were written into it. */
  added: Set<string>
  /** Modules of the old kit that it still imports. */
  remaining: Set<string>
}

/**
 * Rewrites everything in a script that names a module of the old kit: imports and re-exports, `import()`, `require`,
 * type imports, mocks of test runners, and declarations of modules. Any other string that names one gets a note.
 */
export function rewriteImports(
  script: Script,
  {
    migration,
    framework,
    transformed,
  }: { migration: Migration; framework: Framework; transformed?: Transformed | undefined },
): ImportsAfter {
  const after: ImportsAfter = { added: new Set(), remaining: new Set() }
  const seen = new Set<StringLiteral>()
  const declarations = script.ast.program.body.filter(isDeclaration)

  const needs = new Map([...(transformed?.needs ?? [])].map(([module, names]) => [module, new Set(names)]))
  const old = declarations.filter(({ source }) => migration.isOld(source.value))
  const place =
    old.find((node): node is ImportDeclaration => node.type === 'ImportDeclaration') ?? firstImport(script)
  if (needs.size > 0) addImports(script, { needs, place, added: after.added })

  for (const declaration of old) {
    seen.add(declaration.source)
    rewriteDeclaration(script, { declaration, migration, framework, handled: transformed?.handled, after })
  }
  for (const node of script.nodes) {
    const reference = findReference(script, node)
    if (!reference || seen.has(reference.source) || !migration.isOld(reference.source.value)) continue
    seen.add(reference.source)
    rewriteReference({ node, ...reference })
  }
  for (const node of script.nodes) {
    if (node.type !== 'StringLiteral' || seen.has(node) || !migration.isOld(node.value)) continue
    placeNote(script, {
      node,
      message: `"${node.value}" is a package of ${migration.title}: remove it here, or write its replacement.`,
    })
  }
  return after

  function rewriteReference({
    node,
    source,
    names,
  }: {
    node: Node
    source: StringLiteral
    names?: string[] | undefined
  }) {
    const module = source.value
    const outcomes =
      names && names.length > 0
        ? names.map((name) => migration.resolveName({ module, name, framework }))
        : [migration.resolveModule({ module, framework })]
    const kept = outcomes.find((outcome) => 'keep' in outcome)
    const targets = new Set(outcomes.map((outcome) => ('to' in outcome ? outcome.to : undefined)))
    const [to] = targets
    const isRenamed = outcomes.some((outcome) => 'to' in outcome && outcome.name !== undefined)
    if (!kept && !isRenamed && targets.size === 1 && to) {
      setSource(script, { source, module: to })
      after.added.add(to)
      return
    }
    after.remaining.add(module)
    const several = `the names come from ${[...targets].filter(Boolean).join(', ')}: import each from its own module.`
    placeNote(script, { node, message: kept && 'keep' in kept ? kept.keep : several })
  }
}

type Declaration = (ImportDeclaration | ExportNamedDeclaration | ExportAllDeclaration) & {
  source: StringLiteral
}

function isDeclaration(node: Node): node is Declaration {
  if (node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return true
  return node.type === 'ExportNamedDeclaration' && Boolean(node.source)
}

function firstImport(script: Script): ImportDeclaration | undefined {
  return script.ast.program.body
    .filter((node) => node.type === 'ImportDeclaration')
    .sort((a, b) => positionOf(a).start - positionOf(b).start)[0]
}
