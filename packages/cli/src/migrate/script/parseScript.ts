import { type ParserPlugin, parse } from '@babel/parser'
import type { File } from '@babel/types'

/** How the text of a script is written. */
export type ScriptLanguage = 'ts' | 'tsx' | 'js'

const shared: ParserPlugin[] = ['decorators-legacy', 'explicitResourceManagement', 'importAttributes']

// JavaScript files of some set-ups hold Flow's or TypeScript's types.
const attempts: Readonly<Record<ScriptLanguage, readonly ParserPlugin[][]>> = {
  ts: [['typescript']],
  tsx: [['typescript', 'jsx']],
  js: [['jsx'], ['jsx', 'flow'], ['jsx', 'typescript']],
}

/**
 * Parses a script.
 *
 * @returns the syntax tree, or why the script cannot be parsed
 */
export function parseScript({
  text,
  language,
}: {
  text: string
  language: ScriptLanguage
}): { ast: File } | { error: string } {
  let first: string | undefined
  for (const plugins of attempts[language]) {
    try {
      const ast = parse(text, {
        sourceType: 'unambiguous',
        allowReturnOutsideFunction: true,
        allowAwaitOutsideFunction: true,
        allowNewTargetOutsideFunction: true,
        plugins: [...shared, ...plugins],
      })
      return { ast }
    } catch (error) {
      // The first attempt is the usual one, so its message is the one that helps.
      first ??= error instanceof Error ? error.message : String(error)
    }
  }
  return { error: first ?? 'The script cannot be parsed.' }
}
