import type { Node } from '@babel/types'

/** Lists a node and everything below it, parents before children, with the parent of each. */
export function listNodes(root: Node): { nodes: Node[]; parents: Map<Node, Node> } {
  const nodes: Node[] = []
  const parents = new Map<Node, Node>()
  // A list instead of recursion: generated files nest deeper than the stack allows.
  const open: Node[] = [root]
  for (let node = open.pop(); node; node = open.pop()) {
    nodes.push(node)
    const children = childrenOf(node)
    for (const child of children) parents.set(child, node)
    open.push(...children.reverse())
  }
  return { nodes, parents }
}

const notChildren = new Set([
  'loc',
  'extra',
  'leadingComments',
  'innerComments',
  'trailingComments',
  'comments',
  'errors',
  'tokens',
])

function childrenOf(node: Node): Node[] {
  return Object.entries(node).flatMap(([key, value]) => {
    if (notChildren.has(key)) return []
    if (Array.isArray(value)) return value.filter(isNode)
    return isNode(value) ? [value] : []
  })
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}
