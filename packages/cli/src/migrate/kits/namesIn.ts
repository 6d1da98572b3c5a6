import type { Script } from '../script/Script.ts'

/** Every identifier of a script, whatever it stands for. */
export function namesIn(script: Script): Set<string> {
  return new Set(
    script.nodes.flatMap((node) =>
      node.type === 'Identifier' || node.type === 'JSXIdentifier' ? [node.name] : [],
    ),
  )
}
