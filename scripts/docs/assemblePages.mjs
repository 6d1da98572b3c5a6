import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contents } from '../../docs/site/contents.mjs'
import { includeCode } from './includeCode.mjs'

const site = 'docs/site'

/**
 * Writes all pages of the handbook to `.cache/docs/pages`: those of `docs/site/pages` with their code, and the generated
 * ones. `contents.json` beside them has the sidebar and the navigation.
 *
 * @param {{ root: string, generated?: Record<string, string> }} parameters `generated`: text by path
 * @returns {string[]} the names of the pages, without their extensions
 *
 * @example
 * assemblePages({ root }) // ['start/index', …]
 */
export function assemblePages({ root, generated = {} }) {
  const to = join(root, '.cache/docs')
  rmSync(join(to, 'pages'), { recursive: true, force: true })
  const from = join(root, site, 'pages')
  const written = globSync('**/*.{md,mdx}', { cwd: from }).map((path) => [
    path,
    includeCode({ text: readFileSync(join(from, path), 'utf8'), page: path, root }),
  ])
  const pages = [...written, ...Object.entries(generated)]
  for (const [path, text] of pages) write(join(to, 'pages', path), text)
  cpSync(join(root, site, 'public'), join(to, 'pages/public'), { recursive: true })

  const titles = Object.fromEntries(pages.map(([path, text]) => [withoutExtension(path), readTitle(text)]))
  write(join(to, 'contents.json'), JSON.stringify(toContents(titles), null, 2))
  return Object.keys(titles).toSorted()
}

function toContents(titles) {
  const listed = new Set(contents.flatMap(({ pages }) => pages))
  const missing = [...listed].filter((page) => !(page in titles))
  if (missing.length > 0)
    throw new Error(`There are no pages ${missing.join(', ')} of docs/site/contents.mjs.`)
  const sidebar = contents.map(({ text, pages, collapsed = true }) => ({
    text,
    collapsible: true,
    collapsed,
    items: pages.map((page) => ({ text: titles[page], link: toLink(page) })),
  }))
  const nav = contents
    .filter((group) => group.nav)
    .map(({ nav: text, pages: [page] }) => ({
      text,
      link: toLink(page),
      activeMatch: `^/${dirname(page)}/`,
    }))
  return { sidebar, nav }
}

function toLink(page) {
  return `/${page.replace(/(^|\/)index$/, '$1')}`
}

function readTitle(text) {
  return /^# (.+)$/m.exec(text)?.[1].replaceAll('`', '') ?? 'Portico'
}

function withoutExtension(path) {
  return path.replace(/\.mdx?$/, '')
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}
