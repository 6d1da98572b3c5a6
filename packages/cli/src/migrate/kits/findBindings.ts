import type { Node } from '@babel/types'
import type { Script } from '../script/Script.ts'
import type { Binding } from './Rewrite.ts'

/**
 * Finds the names that a script imports from some modules, with their uses.
 *
 * A name that is declared a second time, for example as a parameter, is left out: which of the two a use means would need
 * an analysis of scopes.
 */
export function findBindings(script: Script, isWanted: (module: string) => boolean): Binding[] {
  return script.ast.program.body.flatMap((node) => {
    if (node.type !== 'ImportDeclaration' || node.importKind === 'type' || !isWanted(node.source.value))
      return []
    return node.specifiers.flatMap((specifier): Binding[] => {
      if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') return []
      const local = specifier.local.name
      const imported =
        specifier.imported.type === 'Identifier' ? specifier.imported.name : specifier.imported.value
      const uses = script.nodes.filter(
        (one) => (one.type === 'Identifier' || one.type === 'JSXIdentifier') && one.name === local,
      )
      const others = uses.filter((use) => script.parents.get(use) !== specifier)
      if (others.some((use) => isDeclaration(script, use))) return []
      const references = others.filter((use) => isReference(script, use))
      return [{ local, imported, module: node.source.value, specifier, declaration: node, references }]
    })
  })
}

function isReference(script: Script, node: Node): boolean {
  const parent = script.parents.get(node)
  switch (parent?.type) {
    case 'MemberExpression':
    case 'OptionalMemberExpression':
      return parent.object === node || parent.computed
    case 'JSXMemberExpression':
      return parent.object === node
    case 'JSXAttribute':
    case 'TSPropertySignature':
    case 'ClassMethod':
    case 'ObjectMethod':
      return false
    case 'ClassProperty':
      return parent.value === node || parent.computed === true
    case 'ObjectProperty':
      return parent.value === node || parent.shorthand || parent.computed
    default:
      return true
  }
}

/** Whether a name is declared here: a variable, parameter, function, class, or part of a pattern. */
function isDeclaration(script: Script, node: Node): boolean {
  const parent = script.parents.get(node)
  if (!parent) return false
  switch (parent.type) {
    case 'VariableDeclarator':
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
    case 'TSEnumDeclaration':
      if ('id' in parent && parent.id === node) return true
      return 'params' in parent && parent.params.includes(node as never)
    case 'ArrowFunctionExpression':
    case 'ObjectMethod':
    case 'ClassMethod':
      return parent.params.includes(node as never)
    case 'CatchClause':
      return parent.param === node
    case 'ArrayPattern':
    case 'RestElement':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      return true
    case 'AssignmentPattern':
      return parent.left === node
    case 'ObjectProperty':
      return parent.value === node && script.parents.get(parent)?.type === 'ObjectPattern'
    default:
      return false
  }
}
