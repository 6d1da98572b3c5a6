import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'

/** Languages whose blocks must come from a file that is compiled: a copy would become wrong without anybody noticing. */
const compiled = new Set(['ts', 'tsx', 'js', 'jsx', 'mjs', 'cjs', 'vue', 'svelte', 'html'])
const live = /\slive(?<button>=button)?(?=\s|$)/
const fence = /^(?<mark>```+)(?<language>\w*)(?<attributes>[^\n]*)\n(?<body>[\s\S]*?)^\k<mark>[ \t]*$/gm

/**
 * Fills the code blocks of a page from files.
 *
 * A block such as `` ```tsx file=fixtures/next/app/page.tsx `` is filled with the file; with `region=name`, with the lines
 * between `#region name` and `#endregion` in it. `title` is shown above the block; default: the path within the fixture.
 * With `live`, the reader can run the file, whose only export is then a component without props; with `live=button`, the kit's
 * button is shown beside it.
 *
 * @param {{ text: string, page: string, root: string }} parameters `page` is named in errors
 * @returns {string}
 * @throws {Error} if a block of a compiled language has text of its own, if its file or region is missing, or if it is live on a page that is not MDX
 *
 * @example
 * includeCode({ text: '```ts file=fixtures/next/next.config.ts\n```\n', page: 'next', root })
 */
export function includeCode({ text, page, root }) {
  const filled = text.replaceAll(fence, (block, mark, language, attributes, body) => {
    const { file, region, title } = readAttributes(attributes)
    if (!file) {
      if (compiled.has(language)) throw new Error(`${page}: a block of ${language} must name a file.`)
      return block
    }
    if (body.trim()) throw new Error(`${page}: the block of ${file} must be empty.`)
    if (!existsSync(join(root, file))) throw new Error(`${page}: there is no file ${file}.`)
    const code = readRegion({ code: readFileSync(join(root, file), 'utf8'), region })
    if (code === undefined) throw new Error(`${page}: ${file} has no region ${region}.`)
    const name = title ?? file.replace(/^fixtures\/(appkit\/)?[^/]+\//, '')
    const shown = `${mark}${language} title="${name}"\n${code.trimEnd()}\n${mark}`
    const isLive = live.exec(attributes)
    return isLive ? `${shown}\n\n${runFile({ file, hasButton: Boolean(isLive.groups.button) })}` : shown
  })
  if (filled === text || !filled.includes('<LiveExample ')) return filled
  if (!page.endsWith('.mdx')) throw new Error(`${page}: a page with a live block must be MDX.`)
  return `import { LiveExample } from '@components/LiveExample'\n\n${filled}`
}

function runFile({ file, hasButton }) {
  const load = `load={() => import('@root/${file}')}`
  return `<LiveExample name="${basename(file)}" ${load}${hasButton ? ' hasButton' : ''} />`
}

function readAttributes(text) {
  return Object.fromEntries([...text.matchAll(/(\w+)=(\S+)/g)].map(([, key, value]) => [key, value]))
}

/** Returns the lines of a region without their common indentation, or the file without the marks of its regions. */
function readRegion({ code, region }) {
  const lines = code.split('\n')
  const isMark = (line) => /#(end)?region\b/.test(line)
  if (!region) return lines.filter((line) => !isMark(line)).join('\n')
  const start = lines.findIndex((line) => new RegExp(`#region ${region}\\b`).test(line))
  const length = lines.slice(start + 1).findIndex((line) => line.includes('#endregion'))
  if (start < 0 || length < 0) return undefined
  const inside = lines.slice(start + 1, start + 1 + length).filter((line) => !isMark(line))
  const indents = inside.filter((line) => line.trim()).map((line) => line.search(/\S/))
  return inside.map((line) => line.slice(Math.min(...indents))).join('\n')
}
