import type { Node } from '@babel/types'
import { positionOf } from '../script/positionOf.ts'
import type { Script } from '../script/Script.ts'

/** Removes a statement, with its line if nothing else stands on it. Comments above it stay. */
export function removeStatement(script: Script, node: Node): void {
  const { text, code } = script
  const { start, end } = positionOf(node)
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const rest = /^[ \t]*(\r?\n|$)/.exec(text.slice(end))
  const isAlone = /^[ \t]*$/.test(text.slice(lineStart, start)) && rest
  if (isAlone) code.remove(lineStart, end + rest[0].length)
  else code.remove(start, end)
}
