import MagicString from 'magic-string'
import { findBlocks } from './findBlocks.ts'
import { listNodes } from './listNodes.ts'
import { parseScript } from './parseScript.ts'
import type { Note, Script } from './Script.ts'

/**
 * Parses the scripts of a file. They share one text with its edits, and one list of notes.
 *
 * @returns the scripts, or why one of them cannot be parsed
 */
export function readScripts({
  file,
  text,
}: {
  file: string
  text: string
}): { code: MagicString; notes: Note[]; inserts: Script['inserts']; scripts: Script[] } | { error: string } {
  const code = new MagicString(text)
  const notes: Note[] = []
  const eol = text.includes('\r\n') ? '\r\n' : '\n'
  const inserts: Script['inserts'] = []
  const scripts: Script[] = []
  for (const { start, end, language } of findBlocks({ file, text })) {
    // Everything else becomes spaces, so that positions and lines are those of the file.
    const only = blank(text.slice(0, start)) + text.slice(start, end) + blank(text.slice(end))
    const parsed = parseScript({ text: only.replace(/^\uFEFF/, ' '), language })
    if ('error' in parsed) return parsed
    scripts.push({ text, ast: parsed.ast, code, eol, notes, inserts, ...listNodes(parsed.ast) })
  }
  return { code, notes, inserts, scripts }
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, ' ')
}
