import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { contents } from '../../docs/site/contents.mjs'
import { includeCode } from './includeCode.mjs'

const site = 'docs/site'

/**
 * Writes all pages of the handbook to `.cache/docs/pages`: those of `docs/site/pages` with their code, and the generated
 * ones. `contents.json` beside them has the sidebar and the navigation.
 *
 * @param {{ root: string, generated?: Record<string, string>, files?: Record<string, string> }} parameters `generated`: text by path; `files`: other
 * files that the site serves
 * @returns {string[]} the names of the pages, without their extensions
 *
 * @example
 * assemblePages({ root }) // ['start/index', …]
 */
export function assemblePages({ root, generated = {}, files = {} }) {
  const to = join(root, '.cache/docs')
  rmSync(join(to, 'pages'), { recursive: true, force: true })
  const from = join(root, site, 'pages')
  const written = globSync('**/*.{md,mdx}', { cwd: from }).map((path) => [
    path,
    includeCode({ text: readFileSync(join(from, path), 'utf8'), page: path, root }),
  ])
  const filled = Object.entries(generated).map(([path, text]) => [
    path,
    text.includes(' file=fixtures/') ? includeCode({ text, page: path, root }) : text,
  ])
  const pages = [...written, ...filled]
  for (const [path, text] of pages) write(join(to, 'pages', path), text)
  cpSync(join(root, site, 'public'), join(to, 'pages/public'), { recursive: true })
  for (const [path, text] of Object.entries(files)) write(join(to, 'pages/public', path), text)

  const titles = Object.fromEntries(pages.map(([path, text]) => [withoutExtension(path), readTitle(text)]))
  write(join(to, 'contents.json'), JSON.stringify(toContents(titles), null, 2))
  return Object.keys(titles).toSorted()
}

function toContents(titles) {
  const named = new Set(contents.flatMap(({ pages }) => pages))
  const groups = contents.map((group) => ({
    ...group,
    pages: group.pages.flatMap((name) => {
      if (!name.endsWith('/*')) return [name]
      // In the order in which they were written: the sections of a document stay together.
      return Object.keys(titles).filter((page) => page.startsWith(name.slice(0, -1)) && !named.has(page))
    }),
  }))
  const listed = new Set(groups.flatMap(({ pages }) => pages))
  const missing = [...listed].filter((page) => !(page in titles))
  if (missing.length > 0)
    throw new Error(`docs/site/contents.mjs names pages that do not exist: ${missing.join(', ')}`)
  const lost = Object.keys(titles).filter((page) => !listed.has(page))
  if (lost.length > 0) throw new Error(`docs/site/contents.mjs lacks ${lost.join(', ')}`)
  const sidebar = groups.map(({ text, pages, collapsed = true }) => ({
    text,
    collapsible: true,
    collapsed,
    items: pages.map((page) => ({ text: titles[page], link: toLink(page) })),
  }))
  const nav = groups
    .filter((group) => group.nav)
    .map(({ nav: text, pages }) => {
      const first = pages.find((page) => page.includes('/'))
      return { text, link: toLink(first), activeMatch: `^/${dirname(first)}/` }
    })
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
