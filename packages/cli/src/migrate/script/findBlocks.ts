import type { ScriptLanguage } from './parseScript.ts'

/** A part of a file that is a script. */
export type Block = { start: number; end: number; language: ScriptLanguage }

const languages: Readonly<Record<string, ScriptLanguage>> = {
  ts: 'ts',
  mts: 'ts',
  cts: 'ts',
  tsx: 'tsx',
  js: 'js',
  jsx: 'js',
  mjs: 'js',
  cjs: 'js',
}

/** File name extensions of the files that are read, without the dot. */
export const extensions: readonly string[] = [...Object.keys(languages), 'vue', 'svelte']

/**
 * Finds the scripts of a file: all of it, or the `<script>` blocks of a Vue or Svelte component.
 *
 * @param file name of the file; its extension says what it is
 */
export function findBlocks({ file, text }: { file: string; text: string }): Block[] {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase()
  const language = languages[extension]
  if (language) return [{ start: 0, end: text.length, language }]
  // A comment is matched as a whole, so that a script inside it is not found.
  const parts = text.matchAll(
    /<!--[\s\S]*?-->|(<script(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>)([\s\S]*?)<\/script\s*>/gi,
  )
  return [...parts].flatMap(({ 1: tag, 2: content, index }) => {
    if (tag === undefined || content === undefined) return []
    const start = index + tag.length
    const lang = /\slang\s*=\s*["']?(\w+)/i.exec(tag)?.[1]?.toLowerCase() ?? 'js'
    return [
      {
        start,
        end: start + content.length,
        language: languages[lang] ?? (lang === 'typescript' ? 'ts' : 'js'),
      },
    ]
  })
}
