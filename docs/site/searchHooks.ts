type Item = { title: string; link: string }
type Group = { result: unknown }

/**
 * Puts first what a reader looks for who pastes an error: the page whose title is the query, then, for the name of an error, the pages of
 * errors. The search finds titles that contain the query, and pages that mention it, in the order of the pages.
 *
 * @see https://rspress.rs/guide/advanced/custom-search
 */
export function afterSearch(query: string, groups: Group[]): void {
  const wanted = query.trim().toLowerCase()
  const isErrorName = /^\w+error$/.test(wanted)
  const rank = ({ title, link }: Item) => {
    if (title.toLowerCase() === wanted) return 0
    return isErrorName && link.startsWith('/errors/') ? 1 : 2
  }
  for (const group of groups) {
    const items = group.result as Item[]
    items.sort((one, other) => rank(one) - rank(other))
  }
}
