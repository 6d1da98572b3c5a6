/**
 * Splits a document into a page per section of the second level, so that it stays one file in the repository.
 *
 * @param {{ text: string, to: string, title: string }} parameters `to`: folder of the pages; `title`: of the first page, which has what
 * comes before the first section
 * @returns {{ pages: Record<string, string>, anchors: Record<string, string> }} text by path, and the page of every heading by its
 * anchor
 *
 * @example
 * splitDocument({ text, to: 'operate', title: 'Operate' }).anchors['social-logins'] // '/operate/social-logins'
 */
export function splitDocument({ text, to, title }) {
  const [head, ...sections] = text.split(/^## /m)
  const pages = { [`${to}/index.md`]: head.replace(/^# .+$/m, `# ${title}`) }
  const anchors = {}
  for (const section of sections) {
    const [heading] = section.split('\n', 1)
    const slug = toSlug(heading)
    // Headings move up by one level with their section.
    pages[`${to}/${slug}.md`] = `# ${section.replaceAll(/^#(#+) /gm, '$1 ')}`
    anchors[slug] = `/${to}/${slug}`
    for (const [, inner] of section.matchAll(/^###+ (.+)$/gm))
      anchors[toSlug(inner)] = `/${to}/${slug}#${toSlug(inner)}`
  }
  return { pages, anchors }
}

/** As GitHub and Rspress make anchors of headings. */
export function toSlug(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}
