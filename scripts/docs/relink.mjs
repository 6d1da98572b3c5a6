import { posix } from 'node:path'

const repository = 'https://github.com/portico-kit/portico/blob/main'

/**
 * Points the relative links of a document of the repository to pages of the handbook, or to the repository where there is none.
 *
 * @param {{ text: string, file: string, pages: Record<string, string>, anchors?: Record<string, Record<string, string>> }} parameters
 * `file`: path of the document; `pages`: page of each document, by path; `anchors`: page of each heading, for documents that are split
 * @returns {string}
 *
 * @example
 * relink({ text: '[x](../apps/gateway/README.md)', file: 'docs/operate.md', pages }) // '[x](/operate/gateway)'
 */
export function relink({ text, file, pages, anchors = {} }) {
  return text.replaceAll(/\]\((?!https?:|mailto:)([^)#\s]*)(#[^)\s]+)?\)/g, (link, path, anchor = '') => {
    const target = path === '' ? file : posix.join(posix.dirname(file), path)
    const split = anchors[target]
    if (split && anchor) return `](${split[anchor.slice(1)] ?? fail({ file, link })})`
    if (pages[target]) return `](${pages[target]}${anchor})`
    if (path === '') return link
    return `](${repository}/${target}${anchor})`
  })
}

function fail({ file, link }) {
  throw new Error(`${file} links to a heading that does not exist: ${link}`)
}
