const scripts = new Set(['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs'])
/** Of these, only the scripts are read, not the markup. */
const documents = new Set(['html', 'vue', 'svelte'])
const fence =
  /^(?<indent>[ ]*)(?<mark>```+)(?<language>\w*)(?<attributes>[^\n]*)\n(?<code>[\s\S]*?)^\k<indent>\k<mark>[ ]*$/gm

/**
 * Returns the scripts of a document's code blocks. Blocks that a file of `fixtures` fills are left out.
 *
 * @param {string} text
 * @returns {{ line: number, code: string }[]} `line`: of the first line of the code, from 1
 *
 * @example
 * readBlocks('```ts\nopen()\n```') // [{ line: 2, code: 'open()\n' }]
 */
export function readBlocks(text) {
  return [...text.matchAll(fence)].flatMap(({ index, groups: { language, attributes, code } }) => {
    if (/\bfile=/.test(attributes)) return []
    const line = lineAt({ text, index }) + 1
    if (scripts.has(language)) return [{ line, code }]
    return documents.has(language) ? [{ line, code: onlyScripts(code) }] : []
  })
}

/** Everything but the scripts becomes spaces, so that these stay where they are. */
function onlyScripts(code) {
  return code.replaceAll(/(^|<\/script>)(?:(?!<script\b)[\s\S])*?(<script\b[^>]*>|$(?![\s\S]))/g, (text) =>
    text.replaceAll(/[^\n]/g, ' '),
  )
}

/**
 * Returns the examples of the doc comments of a source file.
 *
 * @param {string} text
 * @returns {{ line: number, code: string }[]}
 *
 * @example
 * readCommentExamples('/**\n * Opens.\n *\n * @example\n * open()\n *\u2215') // [{ line: 5, code: 'open()\n' }]
 */
export function readCommentExamples(text) {
  return [...text.matchAll(/^[ ]*\/\*\*\n[\s\S]*?^[ ]*\*\//gm)].flatMap(({ 0: comment, index }) => {
    const lines = comment.split('\n').slice(0, -1)
    const start = lineAt({ text, index })
    return lines.flatMap((line, at) => {
      if (!/^\s*\* @example\b/.test(line)) return []
      const rest = lines.slice(at + 1)
      const next = rest.findIndex((one) => /^\s*\* @[a-z]/.test(one))
      const own = (next < 0 ? rest : rest.slice(0, next)).map((one) => one.replace(/^\s*\* ?/, ''))
      const code = own.map((one) => (one.startsWith('```') ? '' : one)).join('\n')
      return [{ line: start + at + 1, code: `${code}\n` }]
    })
  })
}

function lineAt({ text, index }) {
  return text.slice(0, index).split('\n').length
}
