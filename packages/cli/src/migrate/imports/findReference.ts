import type { Node, StringLiteral } from '@babel/types'
import type { Script } from '../script/Script.ts'

/** A place other than an import declaration that names a module. */
export type Reference = {
  source: StringLiteral
  /** The names that are taken from the module; undefined if that is all of it. */
  names?: string[] | undefined
}

const mocks = new Set([
  'mock',
  'unmock',
  'doMock',
  'doUnmock',
  'dontMock',
  'setMock',
  'requireActual',
  'requireMock',
  'importActual',
  'importMock',
  'createMockFromModule',
  'unstable_mockModule',
])

/** Returns the module that a node loads, mocks or declares. */
export function findReference(script: Script, node: Node): Reference | undefined {
  switch (node.type) {
    case 'CallExpression': {
      const [first] = node.arguments
      if (first?.type !== 'StringLiteral' || !loadsModule(node.callee)) return undefined
      return { source: first, names: takenNames(script, node) }
    }
    case 'ImportExpression':
      return node.source.type === 'StringLiteral'
        ? { source: node.source, names: takenNames(script, node) }
        : undefined
    case 'TSExternalModuleReference':
      return { source: node.expression }
    case 'TSImportType': {
      const { qualifier } = node
      const first = qualifier && firstName(qualifier)
      return { source: node.argument, names: first ? [first] : undefined }
    }
    case 'TSModuleDeclaration':
    case 'DeclareModule':
      return node.id.type === 'StringLiteral' ? { source: node.id } : undefined
    default:
      return undefined
  }
}

/** `import(…)`, `require(…)`, `require.resolve(…)`, `vi.mock(…)`, `jest.requireActual(…)`. */
function loadsModule(callee: Node): boolean {
  if (callee.type === 'Import') return true
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression') return false
  const { object, property } = callee
  if (object.type !== 'Identifier' || property.type !== 'Identifier') return false
  if (object.name === 'require') return property.name === 'resolve'
  return (object.name === 'vi' || object.name === 'jest') && mocks.has(property.name)
}

/** The names that a pattern, a member expression or a `then` takes from what the call returns. */
function takenNames(script: Script, call: Node): string[] | undefined {
  let node = call
  let parent = script.parents.get(node)
  while (
    parent &&
    /^(AwaitExpression|ParenthesizedExpression|TSAsExpression|TSNonNullExpression)$/.test(parent.type)
  ) {
    node = parent
    parent = script.parents.get(node)
  }
  if (parent?.type === 'VariableDeclarator' && parent.init === node) return patternNames(parent.id)
  if (parent?.type !== 'MemberExpression' || parent.object !== node || parent.property.type !== 'Identifier')
    return undefined
  if (parent.property.name !== 'then') return parent.computed ? undefined : [parent.property.name]
  const then = script.parents.get(parent)
  if (then?.type !== 'CallExpression' || then.callee !== parent) return undefined
  const [callback] = then.arguments
  if (callback?.type !== 'ArrowFunctionExpression' && callback?.type !== 'FunctionExpression')
    return undefined
  const [module] = callback.params
  if (module?.type === 'ObjectPattern') return patternNames(module)
  if (module?.type !== 'Identifier') return undefined
  const { name } = module
  const members = script.nodes.flatMap((one) =>
    one.type === 'MemberExpression' &&
    !one.computed &&
    one.object.type === 'Identifier' &&
    one.object.name === name &&
    one.property.type === 'Identifier' &&
    isInside(script, one, callback)
      ? [one.property.name]
      : [],
  )
  return members.length > 0 ? members : undefined
}

function patternNames(pattern: Node): string[] | undefined {
  if (pattern.type !== 'ObjectPattern') return undefined
  const names = pattern.properties.map((property) =>
    property.type === 'ObjectProperty' && !property.computed && property.key.type === 'Identifier'
      ? property.key.name
      : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

function firstName(qualifier: Node): string | undefined {
  if (qualifier.type === 'Identifier') return qualifier.name
  return qualifier.type === 'TSQualifiedName' ? firstName(qualifier.left) : undefined
}

function isInside(script: Script, node: Node, ancestor: Node): boolean {
  for (let current: Node | undefined = node; current; current = script.parents.get(current))
    if (current === ancestor) return true
  return false
}
