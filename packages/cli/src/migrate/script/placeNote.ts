import type { Node } from '@babel/types'
import { positionOf } from './positionOf.ts'
import type { Script } from './Script.ts'

const mark = '// portico: '

/**
 * Writes a comment `// portico: …` above the statement that holds a node, and notes it for the report.
 *
 * A comment that is already there is not written again, so that a second run changes nothing. Above a whole line, a
 * comment can neither end up inside JSX text or a template literal, nor change where a statement ends.
 */
export function placeNote(script: Script, { node, message }: { node: Node; message: string }): void {
  const position = positionOf(node).start
  if (script.notes.some((note) => note.position === position && note.message === message)) return
  const { lineStart, indent } = lineOfStatement(script, node)
  const earlier = script.notes.some(
    (note) => note.message === message && lineOf(script, note.position) === lineOf(script, position),
  )
  script.notes.push({ position, message })
  if (earlier || isWritten(script, { lineStart, message })) return
  script.inserts.push({ position: lineStart, text: `${indent}${mark}${message}${script.eol}` })
}

/** Finds the closest statement or class member around the node that begins its line. */
function lineOfStatement(script: Script, node: Node): { lineStart: number; indent: string } {
  for (let current: Node | undefined = node; current; current = script.parents.get(current)) {
    const parent = script.parents.get(current)
    if (!parent || !holdsStatements(parent, current)) continue
    const { start } = positionOf(withDecorators(current))
    const lineStart = startOfLine(script.text, start)
    const indent = script.text.slice(lineStart, start)
    if (/^[ \t\uFEFF]*$/.test(indent)) {
      const bom = indent.startsWith('\uFEFF') ? 1 : 0
      return { lineStart: lineStart + bom, indent: indent.slice(bom) }
    }
  }
  const { start } = positionOf(script.ast.program)
  const { interpreter } = script.ast.program
  const after = interpreter ? positionOf(interpreter).end : start
  const lineStart = interpreter
    ? script.text.indexOf('\n', after) + 1 || after
    : startOfLine(script.text, after)
  return { lineStart, indent: '' }
}

function holdsStatements(parent: Node, child: Node): boolean {
  if (parent.type === 'Program') return parent.body.includes(child as never)
  if (parent.type === 'BlockStatement' || parent.type === 'StaticBlock' || parent.type === 'TSModuleBlock')
    return parent.body.includes(child as never)
  if (parent.type === 'ClassBody') return true
  return parent.type === 'SwitchCase' && parent.consequent.includes(child as never)
}

/** Decorators stand before `export class`, whose node may begin after them. */
function withDecorators(node: Node): { start?: number | null; end?: number | null } {
  const target =
    node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
      ? node.declaration
      : node
  const first = target && 'decorators' in target ? target.decorators?.[0] : undefined
  return first && positionOf(first).start < positionOf(node).start ? first : node
}

function isWritten(script: Script, { lineStart, message }: { lineStart: number; message: string }): boolean {
  for (let end = lineStart; end > 0; ) {
    const start = startOfLine(script.text, end - 1)
    const line = script.text.slice(start, end).trim()
    if (!line.startsWith(mark.trim())) return false
    if (line === `${mark}${message}`.trim()) return true
    end = start
  }
  return false
}

function startOfLine(text: string, position: number): number {
  return text.lastIndexOf('\n', position - 1) + 1
}

function lineOf(script: Script, position: number): number {
  return startOfLine(script.text, position)
}
