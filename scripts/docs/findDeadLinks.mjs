import { existsSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'

/**
 * Returns the links of built pages that lead to no page, to no heading, or load something from another host.
 *
 * @param {{ folder: string, texts: ReadonlyMap<string, string> }} parameters `texts`: HTML by page
 * @returns {string[]}
 *
 * @example
 * findDeadLinks({ folder: 'docs/site/dist', texts: new Map([['index.html', '<a href="/nowhere">']]) }) // ['index.html: /nowhere']
 */
export function findDeadLinks({ folder, texts }) {
  const anchors = new Map(
    [...texts].map(([page, text]) => [
      page,
      new Set([...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  )
  return [...texts].flatMap(([page, text]) => {
    const loaded = [...text.matchAll(/<(?:script|link|img|iframe)\b[^>]*?(?:src|href)="(https?:[^"]+)"/g)]
    const links = new Set([...text.matchAll(/<a\b[^>]*?href="([^"]+)"/g)].map(([, link]) => link))
    const dead = [...links].filter(
      (link) => !isExternal(link) && !leadsSomewhere({ page, link, folder, anchors }),
    )
    return [...loaded.map(([, url]) => `${page}: loads ${url}`), ...dead.map((link) => `${page}: ${link}`)]
  })
}

function isExternal(link) {
  return /^(https?|mailto|javascript):/.test(link)
}

function leadsSomewhere({ page, link, folder, anchors }) {
  const [path, anchor] = link.replaceAll('&amp;', '&').split('#')
  const absolute =
    path === '' ? page : posix.join('/', path.startsWith('/') ? path : join(dirname(page), path)).slice(1)
  const target = [absolute, `${absolute}.html`, posix.join(absolute, 'index.html')].find((file) =>
    anchors.has(file),
  )
  if (!target) return path !== '' && /\.\w+$/.test(absolute) && existsSync(join(folder, absolute))
  return !anchor || anchors.get(target).has(decodeURIComponent(anchor))
}
